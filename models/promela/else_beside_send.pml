// Else sees whether somebody could receive.
//
// expect: states 12
// expect: transitions 12
// expect: deadlock violated

chan c = [0] of { byte };
byte x;

active proctype P() {
  if
  :: c!1 -> x = 1
  :: else -> x = 2
  fi
}

active proctype Q() {
  byte v;
  x = 5;
  c?v
}
