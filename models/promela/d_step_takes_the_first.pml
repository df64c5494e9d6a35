// A choice in a d_step takes the first option that can.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  d_step {
    if
    :: x = 1
    :: x = 2
    fi;
    x = x + 10
  };
  x = x + 1
}
