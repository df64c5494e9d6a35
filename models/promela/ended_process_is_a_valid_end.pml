// A process at its closing brace that cannot be removed is no deadlock.
//
// expect: states 2
// expect: transitions 1
// expect: deadlock holds

byte x;

active proctype P() {
  x = 1
}

active proctype Q() {
  end: x == 2
}
