typedef R { byte a; a = 1 };
active proctype P() { skip }
