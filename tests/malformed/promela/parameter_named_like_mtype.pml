mtype = { red };
proctype P(byte red) { skip }
init { run P(1) }
