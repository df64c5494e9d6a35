// With more values select is a loop that may stop anywhere.
//
// expect: states 104
// expect: transitions 136
// expect: deadlock holds

byte i;

active proctype P() {
  select (i : 1 .. 34);
  i = 0
}
