// Goto after goto is still no step.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  x = 1;
  goto A;
  B: x = 2;
  goto C;
  A: goto B;
  C: x = 3
}
