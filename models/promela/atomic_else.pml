// Else inside an atomic sequence.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    if
    :: x == 1 -> x = 2
    :: else -> x = 3
    fi;
    x = x + 10
  };
  x = 0
}

active proctype Q() {
  x = 1
}
