// Two messages in order.
//
// expect: states 8
// expect: transitions 8
// expect: deadlock holds

chan c = [2] of { byte };

active proctype P() {
  c!1;
  c!2
}

active proctype Q() {
  byte v;
  c?v;
  c?v
}
