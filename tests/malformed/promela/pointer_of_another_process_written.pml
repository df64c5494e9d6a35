byte * g;
active proctype P() { byte * x; x = new byte; g = x; false }
active proctype Q() { *P:x = 2 }
