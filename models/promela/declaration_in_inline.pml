// Each call has its own variable, and a step that sets it.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds

byte g;

inline f(a) {
  byte t;
  t = a;
  g = t
}

active proctype P() {
  f(1);
  f(2)
}
