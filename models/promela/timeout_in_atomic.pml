// A timeout can block an atomic sequence.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    x = 1;
    timeout -> x = 2;
    x = 3
  }
}

active proctype Q() {
  x == 1 -> x = 7
}
