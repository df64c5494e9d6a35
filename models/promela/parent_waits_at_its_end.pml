// A process that was started later keeps its parent from being removed.
//
// expect: states 7
// expect: transitions 7
// expect: deadlock holds

byte x;

proctype Child() {
  x = 1
}

active proctype Parent() {
  run Child();
  x == 1
}
