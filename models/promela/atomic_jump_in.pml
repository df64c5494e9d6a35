// From the target of a jump into the middle on, the process is alone.
//
// expect: states 13
// expect: transitions 18
// expect: deadlock holds

byte x, y;

active proctype P() {
  x = 1;
  goto L;
  atomic {
    x = 2;
    L: x = 3;
    x = 4
  };
  x = 5
}

active proctype Q() {
  y = 1
}
