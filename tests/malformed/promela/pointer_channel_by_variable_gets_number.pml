typedef T { byte a };
chan c = [1] of { T * };
proctype P(chan d) { d!3 }
init { run P(c) }
