// Nothing moves while the condition is false.
//
// expect: states 10
// expect: transitions 11
// expect: deadlock violated

byte x;

active proctype P() provided (x == 0) {
  x = 1;
  x = 2
}

active proctype Q() {
  x = 0
}
