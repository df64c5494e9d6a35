// Else is tried last wherever it is written.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: else -> x = 4
  :: x == 0 -> x = 7
  fi;
  x = 6
}
