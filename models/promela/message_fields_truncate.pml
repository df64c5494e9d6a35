// A message field stores like a variable of its type.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

chan c = [1] of { byte, short, int };
int a, b, d;

active proctype P() {
  c!300, 70000, 70000;
  c?a, b, d;
  assert(a == 44 && b == 4464 && d == 70000)
}
