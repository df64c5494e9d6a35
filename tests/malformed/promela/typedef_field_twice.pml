typedef R { byte a; int a };
R r;
active proctype P() { skip }
