// One value or the other.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds

byte x, y;

active proctype P() {
  x = (y == 0 -> 5 : 6);
  x = (y == 1 -> 5 : 6)
}

active proctype Q() {
  y = 1
}
