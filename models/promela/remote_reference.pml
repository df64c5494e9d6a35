// A look at the location and at a variable of another process.
//
// expect: states 11
// expect: transitions 11
// expect: deadlock violated

byte x;

active proctype P() {
  byte l;
  l = 1;
  A: l = 2
}

active proctype Q() {
  P[0]@A -> x = 1;
  P[0]:l == 2 -> x = 2
}
