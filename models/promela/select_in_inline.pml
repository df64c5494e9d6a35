// Within an inline, select is a loop even if its bounds are constant.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds

byte g;

inline pick() {
  select (g : 0 .. 1)
}

active proctype P() {
  pick()
}
