// An underscore takes what comes.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

chan c = [1] of { byte, bool };
byte x;

active proctype P() {
  c!1, true;
  c!2, false
}

active proctype Q() {
  c?_, x;
  c?_, _
}
