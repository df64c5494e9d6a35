// A receiver beside else never waits: he takes else until the sender comes to him.
//
// expect: states 12
// expect: transitions 13
// expect: deadlock violated

chan c = [0] of { byte };
byte x;

active proctype P() {
  byte v;
  if
  :: c?v -> x = 1
  :: else -> x = 2
  fi
}

active proctype Q() {
  x = 5;
  c!1
}
