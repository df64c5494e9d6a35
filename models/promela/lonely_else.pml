// An else without company is always executable.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: else -> break
  od;
  x = 1
}
