// A channel is sent, received, and used.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

chan a = [1] of { byte };
chan b = [1] of { chan };

active proctype P() {
  chan r;
  b!a;
  b?r;
  r!5
}
