// Two processes that take turns by their provided clauses alone.
//
// expect: states 17
// expect: transitions 16
// expect: deadlock holds

bit turn;
byte n;

active proctype P() provided (turn == 0) {
  do
  :: n < 4 -> n++; turn = 1
  :: else -> break
  od;
  turn = 1
}

active proctype Q() provided (turn == 1) {
  do
  :: n < 4 -> n++; turn = 0
  :: else -> break
  od;
  turn = 0
}
