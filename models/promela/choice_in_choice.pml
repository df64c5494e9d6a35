// A choice that begins an option melts into the choice around it.
//
// expect: states 7
// expect: transitions 8
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: if
     :: x == 0 -> x = 1
     :: x = 2
     fi
  :: x = 3
  fi;
  x = 4
}
