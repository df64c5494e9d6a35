int x = 1 << 40;
active proctype P() { skip }
