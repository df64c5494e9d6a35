// A receive waits until its constants fit.
//
// expect: states 9
// expect: transitions 11
// expect: deadlock violated

chan c = [2] of { byte, byte };
byte v;

active proctype P() {
  c!1, 5;
  c!2, 6
}

active proctype Q() {
  c?2, v;
  c?1, v
}

active proctype R() {
  c?1, v
}
