// Atomicity is handed on from one to the next.
//
// expect: states 16
// expect: transitions 20
// expect: deadlock holds

chan a = [0] of { bit };
chan b = [0] of { bit };
byte x;

active proctype P() {
  atomic {
    a!1;
    x = 1;
    x = 2
  }
}

active proctype Q() {
  atomic {
    a?_;
    x = 3;
    b!1;
    x = 4
  }
}

active proctype R() {
  atomic {
    b?_;
    x = 5;
    x = 6
  }
}
