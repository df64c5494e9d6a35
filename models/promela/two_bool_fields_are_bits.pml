// With a second field it is one bit.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

chan c = [1] of { bool, bool };
byte a, b;

active proctype P() {
  c!2, 3;
  c?a, b;
  assert(a == 0 && b == 1)
}
