#define F F + 1
byte x;
active proctype P() { x = F }
