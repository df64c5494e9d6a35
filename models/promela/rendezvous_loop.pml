// Sender and receiver in loops.
//
// expect: states 5
// expect: transitions 5
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  byte a;
  do
  :: c!a; a = 1 - a
  od
}

active proctype Q() {
  byte v;
  do
  :: c?v
  od
}
