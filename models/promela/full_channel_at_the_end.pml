// Messages left over at the end are no deadlock.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

chan c = [2] of { byte };

active proctype P() {
  c!1;
  c!2
}
