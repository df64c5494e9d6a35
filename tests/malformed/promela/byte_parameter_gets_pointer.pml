int * p;
proctype P(byte n) { skip }
init { run P(p) }
