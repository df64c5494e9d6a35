#define F(a) a
byte x;
active proctype P() { x = F(1, 2) }
