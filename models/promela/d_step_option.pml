// A d_step as an option beside else.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: d_step {
       x < 2 -> x++
     }
  :: else -> break
  od;
  x = 7
}
