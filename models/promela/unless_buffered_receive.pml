// A message interrupts the work.
//
// expect: states 13
// expect: transitions 18
// expect: deadlock holds

chan stop = [1] of { bit };
byte x;

active proctype P() {
  {
    do
    :: x = 1 - x
    od
  } unless {
    stop?1 -> x = 5
  }
}

active proctype Q() {
  stop!1
}
