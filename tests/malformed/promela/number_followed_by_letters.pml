byte x;
active proctype P() { x = 12ab }
