// The fields of a record are fields of the message.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds
// expect: assertions holds

typedef Pair { byte l; bit r };
chan c = [1] of { Pair, byte };
Pair p, q;

active proctype P() {
  p.l = 3;
  p.r = 1;
  c!p, 9;
  c?q, _;
  assert(q.l == 3 && q.r == 1)
}
