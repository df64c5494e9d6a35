proctype Q(byte a; byte b) { skip }
init { run Q(1) }
