active proctype P() { skip;
