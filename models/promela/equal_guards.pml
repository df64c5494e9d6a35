// Two guards may be true at once.
//
// expect: states 7
// expect: transitions 7
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x == 0 -> skip
  :: x == 0 -> x = 1
  fi;
  x = 2
}
