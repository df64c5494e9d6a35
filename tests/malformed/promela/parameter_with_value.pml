proctype P(byte n = 3) { skip }
init { run P(1) }
