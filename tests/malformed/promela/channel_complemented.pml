chan d = [1] of { byte };
byte x;
active proctype P() { x = ~d }
