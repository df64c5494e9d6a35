// Where a message goes may depend on a variable, and the order of fields matters.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

chan c = [1] of { byte, byte };
byte a[2], i;

active proctype P() {
  c!1, 5;
  c?i, a[i];
  assert(i == 1)
}
