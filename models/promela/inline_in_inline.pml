// An inline may call another, and be one statement of an option.
//
// expect: states 8
// expect: transitions 7
// expect: deadlock holds
// expect: assertions holds

byte x;

inline add(n) {
  x = x + n
}

inline twice(n) {
  add(n);
  add(n)
}

active proctype P() {
  if
  :: twice(1)
  :: add(3)
  fi;
  assert(x == 2 || x == 3)
}
