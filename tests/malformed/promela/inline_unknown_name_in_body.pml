inline f() { z = 1 }
active proctype P() { f() }
