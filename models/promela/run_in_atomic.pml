// Two processes started in one atomic sequence appear at once.
//
// expect: states 9
// expect: transitions 10
// expect: deadlock holds

byte x;

proctype P() {
  x = 1
}

init {
  atomic {
    run P();
    run P()
  }
}
