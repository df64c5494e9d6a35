// The same server without the label.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock violated, path 3

chan c = [0] of { byte };

active proctype Server() {
  do
  :: c?_
  od
}

active proctype Client() {
  c!1;
  c!2
}
