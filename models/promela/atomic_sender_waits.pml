// An atomic sender blocks until there is a receiver.
//
// expect: states 11
// expect: transitions 13
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  atomic {
    x = 1;
    c!1;
    x = 2
  }
}

active proctype Q() {
  byte v;
  x = 5;
  c?v
}
