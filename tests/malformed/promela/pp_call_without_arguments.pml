#define F(a) (a + 1)
byte x;
active proctype P() { x = F }
