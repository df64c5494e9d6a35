// Else while the channel is empty.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds

chan c = [1] of { byte };
byte v;

active proctype P() {
  if
  :: c?v -> skip
  :: else -> skip
  fi
}

active proctype Q() {
  c!1
}
