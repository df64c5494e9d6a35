// The same two processes the other way round: not the same number of states.
//
// expect: states 13
// expect: transitions 18
// expect: deadlock holds

active proctype P() {
  skip;
  skip;
  skip
}

active proctype Q() {
  skip
}
