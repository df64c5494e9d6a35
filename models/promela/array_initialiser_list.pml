// A list initialises one by one.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

byte a[3] = { 1, 2, 3 };
byte x;

active proctype P() {
  x = a[0];
  x = a[2];
  assert(x == 3)
}
