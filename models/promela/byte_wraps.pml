// A byte goes from 255 to 0 and back.
//
// expect: states 14
// expect: transitions 13
// expect: deadlock holds
// expect: assertions holds

byte x = 254;

active proctype P() {
  do
  :: x != 2 -> x++
  :: else -> break
  od;
  x = 0;
  x--;
  assert(x == 255)
}
