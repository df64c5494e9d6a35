// A timeout that happens again and again.
//
// expect: states 12
// expect: transitions 12
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: timeout -> x = (x + 1) % 3
  od
}

active proctype Q() {
  x == 2
}
