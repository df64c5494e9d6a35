// A provided clause that turns false ends atomicity.
//
// expect: states 8
// expect: transitions 8
// expect: deadlock holds

byte x, e;

active proctype P() provided (e == 0) {
  atomic {
    x = 1;
    e = 1;
    x = 2
  }
}

active proctype Q() {
  e == 1;
  e = 0
}
