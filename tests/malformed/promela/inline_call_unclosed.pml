inline f(a) { skip }
active proctype P() { f(1 }
