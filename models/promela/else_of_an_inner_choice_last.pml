// The same options in another order: here the inner else is never taken.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x = 5
  :: if
     :: x == 1 -> x = 2
     :: else -> x = 4
     fi
  fi;
  x = 6
}
