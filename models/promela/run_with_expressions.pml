// Arguments are computed when the process is started.
//
// expect: states 21
// expect: transitions 25
// expect: deadlock holds

byte x = 1, y;

proctype P(byte a, b) {
  y = a * 10 + b
}

init {
  run P(x, x + 1);
  x = 5;
  run P(x, _pid)
}
