// A client sends its own channel along, and the answer comes back there.
//
// expect: states 41
// expect: transitions 53
// expect: deadlock holds
// expect: assertions holds

chan ask = [0] of { chan, byte };

proctype Client(byte n) {
  chan back = [0] of { byte };
  byte v;
  ask!back, n;
  back?v;
  assert(v == n + 1)
}

active proctype Server() {
  chan back;
  byte n;
  end: do
  :: ask?back, n -> back!n + 1
  od
}

init {
  run Client(1);
  run Client(2)
}
