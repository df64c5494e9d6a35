// The first statement of a d_step is its guard.
//
// expect: states 8
// expect: transitions 9
// expect: deadlock holds

byte x;

active proctype P() {
  d_step {
    x == 1 -> x = 2
  };
  x = 4
}

active proctype Q() {
  x = 1
}
