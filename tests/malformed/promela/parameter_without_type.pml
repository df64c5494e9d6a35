proctype P(n) { skip }
init { run P(1) }
