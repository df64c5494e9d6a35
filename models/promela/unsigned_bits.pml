// Three bits count modulo eight.
//
// expect: states 14
// expect: transitions 13
// expect: deadlock holds
// expect: assertions holds

unsigned u : 3 = 6;

active proctype P() {
  do
  :: u != 1 -> u++
  :: else -> break
  od;
  u = 9;
  assert(u == 1);
  u--;
  u--;
  assert(u == 7)
}
