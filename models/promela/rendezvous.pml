// Send and receive are one transition.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  c!1;
  c!2
}

active proctype Q() {
  byte v;
  c?v;
  c?v
}
