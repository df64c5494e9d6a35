// What is asserted may be a step that always can be taken.
//
// expect: states 12
// expect: transitions 11
// expect: deadlock holds
// expect: assertions holds

byte n;

active proctype P() {
  do
  :: n < 3 -> n++; assert(n <= 3)
  :: else -> break
  od
}
