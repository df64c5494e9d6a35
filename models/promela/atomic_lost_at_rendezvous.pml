// The sender loses atomicity at the handshake; the rest is atomic again once it moves.
//
// expect: states 14
// expect: transitions 15
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  atomic {
    x = 1;
    c!1;
    x = 2;
    x = 3
  }
}

active proctype Q() {
  byte v;
  c?v;
  x = 7;
  x = 8
}
