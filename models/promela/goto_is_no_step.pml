// A goto behind a statement costs nothing: the statement leads straight to the target.
//
// expect: states 4
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  A: x = 1;
  goto B;
  x = 7;
  B: x = 2;
  goto C;
  C: x = 3;
  goto A
}
