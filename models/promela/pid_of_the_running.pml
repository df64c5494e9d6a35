// Each of two equal processes sees a pid of its own.
//
// expect: states 19
// expect: transitions 22
// expect: deadlock holds

byte x;

proctype P() {
  x = _pid
}

init {
  run P();
  run P();
  _nr_pr == 1;
  x = 9
}
