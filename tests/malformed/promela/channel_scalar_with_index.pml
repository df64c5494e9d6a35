chan d = [1] of { byte };
active proctype P() { d[1]!2 }
