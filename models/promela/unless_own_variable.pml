// The escape is looked at before every statement.
//
// expect: states 6
// expect: transitions 5
// expect: deadlock holds

byte x;

active proctype P() {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    x == 2 -> x = 9
  }
}
