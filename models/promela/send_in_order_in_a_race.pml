// Without sorting it can.
//
// expect: states 10
// expect: transitions 10
// expect: deadlock holds

chan c = [2] of { byte };

active proctype P() {
  c!1
}

active proctype Q() {
  c!2
}
