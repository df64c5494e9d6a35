// The last symbol of an mtype is 1; a variable starts at 0.
//
// expect: states 11
// expect: transitions 10
// expect: deadlock holds
// expect: assertions holds

mtype = { red, green, blue };
mtype m;
byte x;

active proctype P() {
  x = m;
  m = red;
  x = m;
  assert(x == 3);
  m = blue;
  x = m;
  assert(x == 1);
  if
  :: m == green -> x = 9
  :: m == blue -> x = 8
  fi
}
