// Another process opens the escape.
//
// expect: states 17
// expect: transitions 21
// expect: deadlock holds

byte x, e;

active proctype P() {
  {
    x = 1;
    x = 2
  } unless {
    e == 1 -> x = 9
  }
}

active proctype Q() {
  e = 1
}
