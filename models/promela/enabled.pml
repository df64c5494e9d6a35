// Can process 0 move?
//
// expect: states 18
// expect: transitions 22
// expect: deadlock violated

byte x;

active proctype P() {
  x = 1;
  x = 2
}

active proctype Q() {
  enabled(0);
  x = 3
}
