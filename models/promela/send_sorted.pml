// Sorted sends keep the channel in order, the first field first.
//
// expect: states 9
// expect: transitions 8
// expect: deadlock holds
// expect: assertions holds

chan c = [3] of { byte, byte };
byte v, w;

active proctype P() {
  c!!2, 1;
  c!!1, 9;
  c!!2, 0;
  c?v, w;
  assert(v == 1);
  c?v, w;
  assert(w == 0)
}
