// Channels by index.
//
// expect: states 39
// expect: transitions 60
// expect: deadlock violated

chan c[2] = [1] of { byte };
byte x;

active proctype P() {
  byte i;
  for (i : 0 .. 1) {
    c[i]!i
  }
}

active proctype Q() {
  byte v;
  do
  :: c[0]?v -> x = 1
  :: c[1]?v -> x = 2
  od
}
