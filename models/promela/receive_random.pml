// The first message that matches, wherever it is.
//
// expect: states 10
// expect: transitions 9
// expect: deadlock holds
// expect: assertions holds

chan c = [3] of { byte, byte };
byte v;

active proctype P() {
  c!1, 5;
  c!2, 6;
  c!1, 7;
  c??2, v;
  assert(v == 6);
  c??1, v;
  assert(v == 5);
  assert(len(c) == 1)
}
