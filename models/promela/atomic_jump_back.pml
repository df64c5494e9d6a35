// A jump to the front of the same sequence ends the transition.
//
// expect: states 2
// expect: transitions 2
// expect: deadlock holds

byte x;

active proctype P() {
  L: atomic {
    x = 1 - x;
    goto L
  }
}
