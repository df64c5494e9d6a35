// A channel in a record and a record in a message.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

typedef Box { byte n; chan q };
chan a = [2] of { byte };
Box box;

active proctype P() {
  box.q = a;
  box.q!3;
  a?box.n
}
