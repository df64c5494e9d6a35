// Division and remainder round toward zero.
//
// expect: states 10
// expect: transitions 9
// expect: deadlock holds
// expect: assertions holds

int i = -7;

active proctype P() {
  i = i / 2;
  assert(i == -3);
  i = -7 % 3;
  assert(i == -1);
  i = -7 >> 1;
  assert(i == -4);
  i = ~0;
  assert(i == -1)
}
