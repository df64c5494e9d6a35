// A loop that begins an option of a loop melts into it, but its break leaves the inner one.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: do
     :: x < 1 -> x++
     :: x == 1 -> break
     od;
     x = 2
  :: x == 2 -> break
  od;
  x = 3
}
