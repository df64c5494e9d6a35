#define F(a,) a
active proctype P() { skip }
