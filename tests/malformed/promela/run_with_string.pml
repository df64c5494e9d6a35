proctype Q(byte a) { skip }
init { run Q("a") }
