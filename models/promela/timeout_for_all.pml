// All timeouts become true together.
//
// expect: states 18
// expect: transitions 17
// expect: deadlock holds

byte x;

active proctype P() {
  timeout -> x = 1
}

active proctype Q() {
  timeout -> x = 2
}

active proctype R() {
  skip;
  x == 2
}
