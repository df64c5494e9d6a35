byte x;
active proctype P() { x = 0x }
