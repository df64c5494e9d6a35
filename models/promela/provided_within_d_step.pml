// A provided clause is not looked at within a d_step.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte g;

active proctype P() provided (g == 0) {
  d_step {
    g = 1;
    skip
  }
}

active proctype Q() {
  g == 1;
  g = 0
}
