// Goto alone behind a guard, goto behind a statement, break behind a guard.
//
// expect: states 6
// expect: transitions 7
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: x == 0 -> goto q
  :: x == 0 -> x = 1; goto q
  :: x == 0; break
  od;
  q: x = 3
}
