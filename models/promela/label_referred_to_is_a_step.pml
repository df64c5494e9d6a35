// A goto at a label that somebody looks at is a step.
//
// expect: states 16
// expect: transitions 24
// expect: deadlock holds

byte x;

active proctype P() {
  again: x = 1 - x;
  here: goto again
}

active proctype Q() {
  P[0]@here;
  P[0]@again
}
