mtype = { red };
byte x;
active proctype P() { x = red.a }
