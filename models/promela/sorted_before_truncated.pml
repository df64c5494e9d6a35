// A sorted send compares what is sent before it is cut to the size of the field.
//
// expect: states 10
// expect: transitions 10
// expect: deadlock holds

chan c = [2] of { bit, byte };

active proctype P() {
  c!!-1, 0
}

active proctype Q() {
  c!!0, 0
}
