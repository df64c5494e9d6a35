// So does a message that is handed over.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds
// expect: assertions holds

chan c = [0] of { byte, bit };
int a, b;

active proctype P() {
  c!300, 2
}

active proctype Q() {
  c?a, b;
  assert(a == 44);
  assert(b == 0)
}
