// A goto that is all there is in an option is a step.
//
// expect: states 8
// expect: transitions 9
// expect: deadlock holds

byte x;

active proctype P() {
  A: x = 1 - x;
  if
  :: goto A
  :: goto B
  fi;
  B: x = 2
}
