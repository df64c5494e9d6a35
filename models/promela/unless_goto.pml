// A jump out of the main sequence leaves the escape behind.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds

byte x;

active proctype P() {
  {
    x = 1;
    goto out
  } unless {
    x == 1 -> x = 9
  };
  out: x = 2
}

active proctype Q() {
  x = 0
}
