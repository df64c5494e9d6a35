// A jump to a label in front of a choice, and one into an option.
//
// expect: states 14
// expect: transitions 13
// expect: deadlock holds

byte x;

active proctype P() {
  again: if
  :: x < 2 -> x++; goto again
  :: x == 2 -> x = 3; inside: x = x + 1
  fi;
  if
  :: x < 6 -> goto inside
  :: else
  fi
}
