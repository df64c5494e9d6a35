// A d_step within an atomic sequence.
//
// expect: states 9
// expect: transitions 11
// expect: deadlock holds

byte x, y;

active proctype P() {
  atomic {
    x = 1;
    d_step {
      x = 2;
      x = 3
    };
    y == 1;
    x = 4
  }
}

active proctype Q() {
  y = 1
}
