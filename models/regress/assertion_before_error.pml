// An assertion fails, and the move that it belongs to goes wrong after it: P divides by zero, the sequence of
// Q stops where it must not. Both are told. bdd, bmc, induction and pdr once said that the assertions hold, and the
// trace of explicit did not replay.
//
// expect: assertions violated, path 1
// expect: errors violated, path 1

int x = 0;

active proctype P() { atomic { assert(x == 1); x = 1 / x } }

active proctype Q() { d_step { assert(x == 0); x == 5 } }
