proctype P(byte a[2]) { skip }
init { run P(1) }
