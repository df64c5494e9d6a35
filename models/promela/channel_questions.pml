// How full is it?
//
// expect: states 19
// expect: transitions 20
// expect: deadlock holds

chan c = [2] of { byte };
byte x;

active proctype P() {
  c!1;
  c!2
}

active proctype Q() {
  nempty(c) -> x = len(c);
  full(c) -> x = 3;
  c?_;
  nfull(c) -> x = 4;
  c?_;
  empty(c) -> x = 5
}
