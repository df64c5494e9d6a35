inline f() { f() }
active proctype P() { f() }
