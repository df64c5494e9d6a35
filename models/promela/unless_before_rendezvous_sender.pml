// While an escape is open the main sequence does not take part in a rendezvous.
//
// expect: states 16
// expect: transitions 18
// expect: deadlock violated

chan c = [0] of { byte };
byte x, e;

active proctype P() {
  {
    c?_;
    x = 1
  } unless {
    e == 1 -> x = 9
  }
}

active proctype Q() {
  if
  :: c!1
  :: e = 1; c!1
  fi
}
