// A failed assertion is a step like any other.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions violated, path 1

byte n;

active proctype P() {
  assert(n == 1);
  n = 5;
  n = 6
}
