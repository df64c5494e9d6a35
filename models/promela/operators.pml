// Precedence and values of the operators.
//
// expect: states 10
// expect: transitions 9
// expect: deadlock holds
// expect: assertions holds

int i;

active proctype P() {
  i = 1 + 2 * 3 - 8 / 3;
  assert(i == 5);
  i = 1 << 3 | 5 & 6 ^ 1;
  assert(i == 13);
  i = (3 > 2) + (2 >= 2) + !(1 != 1) + (-1 < 0);
  assert(i == 4);
  i = 7 % 4 == 3 && 0 || 2;
  assert(i == 1)
}
