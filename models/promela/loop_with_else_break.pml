// Break behind else is no step.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: x < 2 -> x++
  :: else -> break
  od;
  x = 9
}
