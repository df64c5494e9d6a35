// Who made its channel first can be seen.
//
// expect: states 28
// expect: transitions 43
// expect: deadlock holds

byte x;

proctype A() {
  chan l = [1] of { byte };
  l!1;
  l?_;
  x = 1
}

init {
  run A();
  run A()
}
