// An atomic receiver goes on alone to the end of its sequence.
//
// expect: states 6
// expect: transitions 6
// expect: deadlock holds

chan c = [0] of { byte };
byte x;

active proctype P() {
  atomic {
    x = 1;
    c!1;
    x = 2;
    x = 3
  }
}

active proctype Q() {
  byte v;
  atomic {
    c?v;
    x = 7;
    x = 8
  }
}
