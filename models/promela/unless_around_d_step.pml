// They are not tried within a d_step.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

byte x;

active proctype P() {
  {
    d_step {
      x = 1;
      x = 2;
      x = 3
    }
  } unless {
    x == 2 -> x = 9
  }
}
