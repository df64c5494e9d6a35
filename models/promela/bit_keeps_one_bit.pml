// A bit takes the lowest bit of what is stored.
//
// expect: states 11
// expect: transitions 10
// expect: deadlock holds
// expect: assertions holds

bit b;
bool f;

active proctype P() {
  b = 2;
  assert(b == 0);
  f = 3;
  assert(f == 1);
  b = 1 - f;
  f = !b;
  b++;
  b++;
  assert(b == 0)
}
