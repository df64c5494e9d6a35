// The elder process is short, so it waits at its end location for the younger one.
//
// expect: states 11
// expect: transitions 14
// expect: deadlock holds

active proctype P() {
  skip
}

active proctype Q() {
  skip;
  skip;
  skip
}
