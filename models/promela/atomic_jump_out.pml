// A jump out of the sequence is part of its last statement.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  A: atomic {
    x = 1;
    goto B
  };
  x = 9;
  B: x = 2;
  x = 3
}
