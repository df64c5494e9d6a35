// The lost update: both read before one has written.
//
// expect: states 63
// expect: transitions 92
// expect: deadlock holds
// expect: assertions violated, path 8

byte n, done;

active [2] proctype P() {
  byte l;
  l = n;
  n = l + 1;
  done++;
  done == 2;
  assert(n == 2)
}
