// Whether else can be taken depends on when.
//
// expect: states 18
// expect: transitions 20
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: x == 1 -> x = 5
  :: else -> x = 6
  fi
}

active proctype Q() {
  x = 1
}
