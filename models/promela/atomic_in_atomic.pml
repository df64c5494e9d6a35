// An inner sequence melts into the outer one.
//
// expect: states 18
// expect: transitions 20
// expect: deadlock holds

byte x, y;

active proctype P() {
  atomic {
    x = 1;
    atomic {
      x = 2;
      x = 3
    };
    x = 4
  };
  x = 5
}

active proctype Q() {
  y = x
}
