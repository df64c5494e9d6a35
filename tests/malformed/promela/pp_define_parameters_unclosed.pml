#define F(a, b
active proctype P() { skip }
