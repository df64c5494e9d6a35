// A sequence that is tried again from the start.
//
// expect: states 30
// expect: transitions 43
// expect: deadlock holds

byte x, y;

active proctype P() {
  again: x++;
  atomic {
    if
    :: x < 3 -> goto again
    :: else -> y = 1; y = 2
    fi
  };
  y = 3
}

active proctype Q() {
  y = 7
}
