// A goto with a label that means something is a place of its own.
//
// expect: states 5
// expect: transitions 5

byte x;

active proctype P() {
again:
  x = 1 - x;
  if
  :: x == 1 ->
progress: goto again
  :: else -> goto again
  fi
}
