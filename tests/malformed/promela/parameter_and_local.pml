proctype P(byte n) { byte n; skip }
init { run P(1) }
