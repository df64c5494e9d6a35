// How many there are depends on who was removed.
//
// expect: states 14
// expect: transitions 14
// expect: deadlock holds

byte x;

active proctype P() {
  x = _nr_pr
}

active proctype Q() {
  x = _nr_pr;
  x = 0
}
