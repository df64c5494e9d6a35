// A jump from one atomic sequence into another.
//
// expect: states 10
// expect: transitions 13
// expect: deadlock holds

byte x, y;

active proctype P() {
  atomic {
    x = 1;
    goto L;
    x = 2
  };
  skip;
  atomic {
    x = 3;
    L: x = 4;
    x = 5
  };
  x = 6
}

active proctype Q() {
  y = 1
}
