// A copy; the message stays.
//
// expect: states 9
// expect: transitions 8
// expect: deadlock holds
// expect: assertions holds

chan c = [2] of { byte };
byte v;

active proctype P() {
  c!1;
  c!2;
  c?<v>;
  assert(len(c) == 2);
  c?v;
  c??<2>;
  c?2
}
