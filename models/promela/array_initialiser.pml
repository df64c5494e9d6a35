// One value initialises all elements.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds
// expect: assertions holds

byte a[3] = 2;

active proctype P() {
  byte b[2] = 1;
  a[0] = a[1] + b[1];
  a[b[0]] = 0;
  assert(a[0] == 3 && a[1] == 0)
}
