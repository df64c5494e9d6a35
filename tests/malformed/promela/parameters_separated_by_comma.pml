proctype P(byte a, int b) { skip }
init { run P(1, 2) }
