typedef T { byte a };
T * t;
chan c = [1] of { byte };
proctype P(chan d) { d?t }
init { t = new T; run P(c) }
