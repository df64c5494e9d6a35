byte x;
active proctype P() { atomic { x = 1 fi } }
