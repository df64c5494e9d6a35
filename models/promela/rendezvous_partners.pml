// One transition for each option that can receive.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock violated

chan c = [0] of { byte };
byte x;

active proctype P() {
  c!1
}

active proctype Q() {
  byte v;
  if
  :: c?v
  :: c?1
  :: c?2
  fi
}

active proctype R() {
  byte v;
  c?v
}
