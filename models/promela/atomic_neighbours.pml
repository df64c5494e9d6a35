// Two sequences side by side are two transitions.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    x = 1;
    x = 2
  };
  atomic {
    x = 3;
    x = 4
  }
}
