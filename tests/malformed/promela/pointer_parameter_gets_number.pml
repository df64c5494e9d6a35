proctype P(int * p) { skip }
init { run P(3) }
