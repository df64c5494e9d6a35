// A declaration behind a statement is a step, one for each variable.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte g;

active proctype P() {
  printf("x");
  byte a = 1, b = 2;
  g = a + b
}
