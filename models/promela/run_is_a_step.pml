// Each run is a step of the process that runs.
//
// expect: states 12
// expect: transitions 15
// expect: deadlock holds

byte x;

proctype P() {
  x = 1
}

init {
  run P();
  run P()
}
