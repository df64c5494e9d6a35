// And so does a parameter.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

int a;

proctype P(byte b; bit c; short d) {
  a = b;
  a = c;
  a = d
}

init {
  run P(300, 2, 70000)
}
