// Elements of a bool array keep eight bits, against the manual.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds
// expect: assertions holds

bool b[2];
bool c;

active proctype P() {
  b[0] = 2;
  assert(b[0] == 2);
  c = 2;
  assert(c == 0);
  b[1] = 257;
  assert(b[1] == 1)
}
