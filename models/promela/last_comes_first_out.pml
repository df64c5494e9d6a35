// A process can be removed only when it is the youngest: P waits for Q at its end.
//
// expect: states 7
// expect: transitions 8
// expect: deadlock holds

active proctype P() {
  skip
}

active proctype Q() {
  skip
}
