// A full channel interrupts an atomic sequence.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

chan c = [1] of { byte };
byte x;

active proctype P() {
  atomic {
    c!1;
    x = 1;
    c!2;
    x = 2
  }
}

active proctype Q() {
  c?_;
  c?_
}
