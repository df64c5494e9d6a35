byte int x;
active proctype P() { skip }
