// Timeout is a value.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: timeout && x == 0 -> x = 1
  :: x == 1 -> x = 2
  fi
}

active proctype Q() {
  skip
}
