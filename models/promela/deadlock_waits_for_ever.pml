// A message that never comes.
//
// expect: states 6
// expect: transitions 6
// expect: deadlock violated, path 4

chan c = [1] of { byte };

active proctype P() {
  c!1;
  c!2;
  c!3
}

active proctype Q() {
  c?_
}
