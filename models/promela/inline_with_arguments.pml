// An inline's arguments are text.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds
// expect: assertions holds

byte x, y;

inline swap(a, b) {
  byte t = a;
  a = b;
  b = t
}

active proctype P() {
  x = 1;
  y = 2;
  swap(x, y);
  assert(x == 2 && y == 1)
}
