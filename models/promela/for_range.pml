// For is an assignment and a loop with else.
//
// expect: states 14
// expect: transitions 13
// expect: deadlock holds

byte i, x;

active proctype P() {
  for (i : 1 .. 3) {
    x = i
  };
  x = 9
}
