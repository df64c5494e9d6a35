// An option may be a guard and nothing else; a goto behind else is no step.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x == 0
  :: else
  fi;
  do
  :: x < 1 -> x = 1
  :: else -> goto L
  od;
  L: skip
}
