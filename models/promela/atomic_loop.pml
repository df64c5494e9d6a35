// A loop that ends is part of one transition.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    do
    :: x < 3 -> x++
    :: x >= 3 -> break
    od
  };
  x = 9
}
