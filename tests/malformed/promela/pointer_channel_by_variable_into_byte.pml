typedef T { byte a };
byte x;
chan c = [1] of { T * };
proctype P(chan d) { d?x }
init { run P(c) }
