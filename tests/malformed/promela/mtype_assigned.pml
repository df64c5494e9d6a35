mtype = { red };
active proctype P() { red = 1 }
