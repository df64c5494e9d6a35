// An escape may begin with a choice.
//
// expect: states 57
// expect: transitions 90
// expect: deadlock holds

byte x, e;

active proctype P() {
  {
    do
    :: x < 3 -> x++
    od
  } unless {
    if
    :: e == 1 -> x = 7
    :: e == 2 -> x = 8
    fi
  }
}

active proctype Q() {
  if
  :: e = 1
  :: e = 2
  fi
}
