// A rendezvous channel is always empty, and never full.
//
// expect: states 10
// expect: transitions 9
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  len(c) == 0 -> x = 1;
  empty(c) -> x = 2;
  nfull(c) -> x = 3;
  if
  :: full(c) -> x = 9
  :: nempty(c) -> x = 10
  :: else -> x = 4
  fi
}
