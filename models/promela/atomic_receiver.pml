// The same when the sender is not atomic.
//
// expect: states 8
// expect: transitions 9
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  c!1;
  x = 2;
  x = 3
}

active proctype Q() {
  byte v;
  atomic {
    c?v;
    x = 7;
    x = 8
  }
}
