// Processes that are born in a sequence wait until it is over.
//
// expect: states 23
// expect: transitions 32
// expect: deadlock holds

byte x;

proctype P() {
  x = 1
}

init {
  atomic {
    run P();
    run P();
    x = 5
  };
  x = 6
}
