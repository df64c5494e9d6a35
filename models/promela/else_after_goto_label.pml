// A choice with a label, reached from two sides.
//
// expect: states 10
// expect: transitions 9
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x = 1; goto L
  :: x = 2
  fi;
  x = 3;
  L: if
  :: x == 1 -> x = 4
  :: else -> x = 5
  fi
}
