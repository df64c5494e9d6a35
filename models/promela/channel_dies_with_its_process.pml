// A local channel vanishes with its process, and its number is used again.
//
// expect: states 12
// expect: transitions 11
// expect: deadlock holds

byte x;

proctype P() {
  chan c = [1] of { byte };
  c!1;
  c?x
}

init {
  run P();
  (_nr_pr == 1);
  run P();
  (_nr_pr == 1)
}
