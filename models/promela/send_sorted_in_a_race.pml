// The order of sending cannot be seen any more.
//
// expect: states 7
// expect: transitions 8
// expect: deadlock holds

chan c = [2] of { byte };

active proctype P() {
  c!!1
}

active proctype Q() {
  c!!2
}
