// The value of run is the new pid, all in one step.
//
// expect: states 11
// expect: transitions 11
// expect: deadlock holds

byte x;

proctype P(byte a) {
  x = a
}

init {
  x = run P(7);
  x = 0
}
