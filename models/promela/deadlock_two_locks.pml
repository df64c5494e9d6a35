// Two locks taken in opposite order.
//
// expect: states 24
// expect: transitions 30
// expect: deadlock violated, path 2

bit a, b;

active proctype P() {
  atomic {
    a == 0 -> a = 1
  };
  atomic {
    b == 0 -> b = 1
  };
  a = 0;
  b = 0
}

active proctype Q() {
  atomic {
    b == 0 -> b = 1
  };
  atomic {
    a == 0 -> a = 1
  };
  a = 0;
  b = 0
}
