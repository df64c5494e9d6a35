#define F(a, a) a
active proctype P() { skip }
