// An else inside a d_step.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte x, y;

active proctype P() {
  do
  :: d_step {
       y < 3;
       if
       :: x == 1 -> x = 0
       :: else -> x = 1
       fi;
       y++
     }
  :: else -> break
  od
}
