// A rendezvous receive may begin a d_step.
//
// expect: states 6
// expect: transitions 6
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  c!1;
  x = 2
}

active proctype Q() {
  byte v;
  d_step {
    c?v;
    x = 7;
    x = 8
  }
}
