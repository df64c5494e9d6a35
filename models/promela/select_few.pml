// Select with constant bounds is one step with one option for each value.
//
// expect: states 6
// expect: transitions 7
// expect: deadlock holds

byte i;

active proctype P() {
  select (i : 1 .. 3);
  i = 0
}
