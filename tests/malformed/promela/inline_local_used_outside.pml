inline f() { byte t; t = 1 }
active proctype P() { f(); t = 2 }
