// A loop that only the escape leaves.
//
// expect: states 24
// expect: transitions 35
// expect: deadlock holds

byte x, e;

active proctype P() {
  {
    do
    :: x < 2 -> x++
    od
  } unless {
    e == 1
  };
  x = 7
}

active proctype Q() {
  e = 1
}
