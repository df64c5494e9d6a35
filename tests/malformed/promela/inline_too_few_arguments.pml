inline f(a, b) { skip }
active proctype P() { f(1) }
