// Declarations before the first statement are no steps; an initialiser sees the earlier ones.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

byte g;

active proctype P() {
  byte a = 1, b;
  byte c = a + 1;
  g = c
}
