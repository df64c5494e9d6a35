// Expressions, printf and assert are steps like any other.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds
// expect: assertions holds

byte x;

active proctype P() {
  skip;
  true;
  1;
  printf("a\n");
  assert(true)
}
