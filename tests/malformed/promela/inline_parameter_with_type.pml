inline f(byte a) { skip }
active proctype P() { f(1) }
