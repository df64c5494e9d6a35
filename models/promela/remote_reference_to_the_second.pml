// A pid chooses among processes of one type.
//
// expect: states 79
// expect: transitions 147
// expect: deadlock violated

byte x;

active [2] proctype P() {
  byte l;
  l = _pid;
  A: l = 2;
  l = 3
}

active proctype Q() {
  P[1]@A -> x = P[1]:l;
  P[0]:l > 1 -> x = 9
}
