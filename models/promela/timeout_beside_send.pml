// Timeout only when nobody can do anything else.
//
// expect: states 7
// expect: transitions 7
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  if
  :: c!1 -> x = 1
  :: timeout -> x = 2
  fi
}

active proctype Q() {
  byte v;
  x = 5;
  c?v
}
