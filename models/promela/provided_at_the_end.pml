// Not even the removal of the process.
//
// expect: states 2
// expect: transitions 1
// expect: deadlock holds

byte x;

active proctype P() provided (x == 0) {
  x = 1
}
