// Where the sequence blocks, others move; when it can go on, it is atomic again.
//
// expect: states 11
// expect: transitions 14
// expect: deadlock holds

byte x, y;

active proctype P() {
  atomic {
    x = 1;
    y == 1;
    x = 2;
    x = 3
  };
  x = 4
}

active proctype Q() {
  y = 1
}
