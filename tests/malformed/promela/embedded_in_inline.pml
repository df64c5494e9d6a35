inline f() { c_code { x = 1; } }
active proctype P() { f() }
