typedef T { byte a };
T * t;
proctype P(int * p) { skip }
init { run P(t) }
