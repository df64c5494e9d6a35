// Without _last nobody remembers who moved last.
//
// expect: states 21
// expect: transitions 32
// expect: deadlock holds

byte x;

active proctype P() {
  x = 1;
  x = 0;
  x = 1;
  x = 0
}

active proctype Q() {
  skip;
  skip
}
