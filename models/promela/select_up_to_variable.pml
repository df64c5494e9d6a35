// With a bound that is not constant select is a loop, too.
//
// expect: states 11
// expect: transitions 12
// expect: deadlock holds

byte i, n = 3;

active proctype P() {
  select (i : 1 .. n);
  i = 0
}
