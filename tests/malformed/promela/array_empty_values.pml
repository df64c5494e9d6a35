byte a[2] = { };
active proctype P() { skip }
