// A sequence may block more than once.
//
// expect: states 14
// expect: transitions 17
// expect: deadlock violated

byte x, y;

active proctype P() {
  atomic {
    x = 1;
    y == 1;
    x = 2;
    y == 2;
    x = 3
  }
}

active proctype Q() {
  y = 1;
  y = 2
}
