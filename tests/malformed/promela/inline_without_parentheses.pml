inline f { skip }
active proctype P() { f() }
