// An initialiser is computed when the process is created.
//
// expect: states 19
// expect: transitions 21
// expect: deadlock holds

byte x;

proctype P() {
  byte l = x + 1;
  x = l
}

init {
  run P();
  run P()
}
