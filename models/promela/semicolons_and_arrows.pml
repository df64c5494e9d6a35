// Semicolons and arrows mean the same, and there may be too many of them.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  x == 0 -> x = 1;
  x == 1;
  x = 2 -> x = 3;
}
