// A label before the closing brace stands for a skip, which is a step.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  x = 1;
  goto L;
  x = 2;
  L:
}
