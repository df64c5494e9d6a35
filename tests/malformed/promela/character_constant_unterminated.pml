byte x;
active proctype P() { x = 'a }
