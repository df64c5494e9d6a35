typedef R { byte a; R next };
R r;
active proctype P() { skip }
