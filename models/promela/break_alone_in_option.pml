// A break that is all there is in an option is a step.
//
// expect: states 10
// expect: transitions 11
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: x < 2 -> x++
  :: break
  od;
  x = 9
}
