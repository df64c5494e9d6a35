// Within atomic and d_step the step belongs to the sequence.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte g;

active proctype P() {
  atomic {
    g = 1;
    byte t = 2;
    g = t
  };
  d_step {
    byte u;
    u = g;
    g = u + 1
  }
}
