// A rendezvous as an escape.
//
// expect: states 13
// expect: transitions 17
// expect: deadlock violated

chan c = [0] of { byte };
byte x;

active proctype P() {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    c?1 -> x = 9
  }
}

active proctype Q() {
  c!1
}
