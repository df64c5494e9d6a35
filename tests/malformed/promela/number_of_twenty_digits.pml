int x;
active proctype P() { x = 99999999999999999999 }
