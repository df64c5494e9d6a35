// The one field of a channel of bool keeps eight bits, against the manual.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

chan c = [1] of { bool };
byte a;

active proctype P() {
  c!2;
  c?a;
  assert(a == 2)
}
