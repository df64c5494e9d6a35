// Channels as parameters of processes.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

chan a = [1] of { byte };
chan b = [0] of { byte };
byte x;

proctype Forward(chan from; chan to) {
  byte v;
  from?v;
  to!v
}

init {
  run Forward(a, b);
  a!7;
  b?x
}
