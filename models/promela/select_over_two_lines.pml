// It is a loop, too, if it does not stand on one line, or the bounds are no plain numbers.
//
// expect: states 204
// expect: transitions 203
// expect: deadlock holds

byte a, b, c, d;

active proctype P() {
  select (a : 1 ..
          3);
  select (b : (1) .. 3);
  select (c : false .. true);
  select (d : \
          1 .. 2)
}
