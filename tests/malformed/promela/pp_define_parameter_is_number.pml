#define F(1) 2
active proctype P() { skip }
