// A message may start with what it is.
//
// expect: states 11
// expect: transitions 13
// expect: deadlock violated

mtype = { ask, tell };
chan c = [2] of { mtype, byte };
byte n;

active proctype Client() {
  c!ask(1);
  c!tell(2);
  c!ask, 3
}

active proctype Server() {
  do
  :: c?ask(n)
  :: c?tell(n) -> n = n + 10
  od
}
