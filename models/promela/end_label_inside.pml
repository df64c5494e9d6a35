// A label in the middle of the body that begins with end.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

chan c = [0] of { byte };

active proctype Server() {
  byte v;
  do
  :: c?v; end_here: c?v
  od
}

active proctype Client() {
  c!1
}
