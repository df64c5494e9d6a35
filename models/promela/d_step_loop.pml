// A loop inside a d_step.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds
// expect: assertions violated, path 3

byte x, i;

active proctype P() {
  d_step {
    i = 0;
    do
    :: i < 5 -> x = x + i; i++
    :: else -> break
    od;
    i = 0
  };
  assert(x == 10)
}

active proctype Q() {
  x = 0
}
