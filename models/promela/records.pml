// Fields of a record are variables.
//
// expect: states 25
// expect: transitions 31
// expect: deadlock holds
// expect: assertions violated, path 4

typedef Point { byte x; short y };
Point p;

active proctype P() {
  p.x = 1;
  p.y = p.x - 2;
  assert(p.y == -1)
}

active proctype Q() {
  p.x = 3
}
