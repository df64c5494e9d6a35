// An inner else looks at the options listed before it, and not at the later ones.
//
// expect: states 6
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: if
     :: x == 1 -> x = 2
     :: else -> x = 4
     fi
  :: x = 5
  fi;
  x = 6
}
