// A short keeps 16 bits with a sign.
//
// expect: states 9
// expect: transitions 8
// expect: deadlock holds
// expect: assertions holds

short s = 32766;

active proctype P() {
  s++;
  s++;
  assert(s == -32768);
  s = 70000;
  assert(s == 4464);
  s = -40000;
  assert(s == 25536)
}
