typedef R { byte a;
active proctype P() { skip }
