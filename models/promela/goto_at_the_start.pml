// A body that begins with goto begins at the target.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

byte x;

active proctype P() {
  goto L;
  x = 2;
  L: x = 3
}
