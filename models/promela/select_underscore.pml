// With an underscore in the name of its variable select is a loop: SPIN looks for letters and digits.
//
// expect: states 24
// expect: transitions 23
// expect: deadlock holds

byte a_b;

active proctype P() { select (a_b : 1 .. 6) }
