mtype = { red };
active proctype P() { byte red; red = 1 }
