// Enabled is a value.
//
// expect: states 10
// expect: transitions 10
// expect: deadlock holds

byte z;

active proctype P() {
  skip
}

active proctype Q() {
  z = enabled(0)
}
