// Of skips that follow each other in an option, all but the first and the last statement are nothing.
//
// expect: states 6
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: x = 1
  :: skip; skip; skip; break
  od
}
