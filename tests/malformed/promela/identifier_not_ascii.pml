byte größe;
active proctype P() { größe = 1 }
