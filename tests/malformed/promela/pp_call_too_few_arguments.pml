#define F(a, b) a + b
byte x;
active proctype P() { x = F(1) }
