// Two equal options are two transitions to one state.
//
// expect: states 4
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x = 1
  :: x = 1
  fi;
  x = 2
}
