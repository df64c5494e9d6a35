// A second list goes on counting.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

mtype = { a, b };
mtype = { c };
byte x;

active proctype P() {
  x = a;
  x = b;
  x = c
}
