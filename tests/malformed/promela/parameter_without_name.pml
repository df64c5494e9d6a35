proctype P(byte) { skip }
init { run P(1) }
