// A loop over the indices of an array.
//
// expect: states 14
// expect: transitions 13
// expect: deadlock holds
// expect: assertions holds

byte a[3], i;

active proctype P() {
  for (i in a) {
    a[i] = i + 1
  };
  assert(i == 3)
}
