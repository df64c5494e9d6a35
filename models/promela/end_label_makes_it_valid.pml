// The server may wait for ever.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

chan c = [0] of { byte };

active proctype Server() {
  end: do
  :: c?_
  od
}

active proctype Client() {
  c!1;
  c!2
}
