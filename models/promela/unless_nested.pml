// The outer escape comes before the inner one.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds

byte x, e;

active proctype P() {
  {
    {
      x = 1;
      x = 2;
      x = 3
    } unless {
      x == 2 -> e = 1;
      x = 8
    }
  } unless {
    e == 1 -> x = 9
  }
}
