// A label before a select that is written out as text stands before its first assignment.
//
// expect: states 373
// expect: transitions 405
// expect: deadlock holds

byte a, n;

active proctype P() {
  again: select (a : 1 .. 34);
  n++;
  if
  :: n < 2 -> goto again
  :: else
  fi
}
