// A jump to a label before for goes to the loop and not to the assignment in front of it.
//
// expect: states 23
// expect: transitions 22
// expect: deadlock holds

byte i, n;

active proctype P() {
  again: for (i : 0 .. 1) {
    n++
  };
  if
  :: n < 4 -> i = 1; goto again
  :: else
  fi
}
