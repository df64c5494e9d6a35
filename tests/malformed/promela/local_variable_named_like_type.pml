typedef T { byte a };
active proctype P() { byte T; T = 1 }
