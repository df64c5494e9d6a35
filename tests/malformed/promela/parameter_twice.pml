proctype P(byte a; byte a) { skip }
init { run P(1, 2) }
