// One message too many: the server waits at another place.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock violated, path 3

chan c = [0] of { byte };

active proctype Server() {
  byte v;
  do
  :: c?v; end_here: c?v
  od
}

active proctype Client() {
  c!1;
  c!2
}
