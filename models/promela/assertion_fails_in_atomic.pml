// A failure in the middle of an atomic sequence.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds
// expect: assertions violated

byte n;

active proctype P() {
  atomic {
    n = 1;
    assert(n == 2);
    n = 2
  };
  assert(n == 2)
}
