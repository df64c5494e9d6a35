// SPIN resets dead variables and merges statements unless told not to; these are the counts of the
// language.
//
// expect: states 32
// expect: transitions 47
// expect: deadlock holds

byte g;

active proctype P() {
  byte a, b;
  a = 1;
  b = a + 1;
  a = 0;
  g = b;
  b = 0
}

active proctype Q() {
  g = 3;
  g = 4
}
