// So has an inline.
//
// expect: states 4
// expect: transitions 4
// expect: deadlock holds

byte x;

inline f() {
  {
    x = 1;
    x = 4
  } unless {
    x = 2
  }
}

active proctype P() {
  {
    f();
    x = 5
  } unless {
    x = 3
  }
}
