// Nothing is seen between the statements of an atomic sequence.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    x = 1;
    x = 2;
    x = 3
  };
  x = 4
}
