// Only braces limit where a name is known: one declared in an option is known behind the loop.
//
// expect: states 16
// expect: transitions 15

byte r;

active proctype P() {
  do
  :: r < 3 ->
     byte last;
     r++;
     last = r
  :: else -> break
  od;
  assert(last == 3)
}
