unsigned x : 40;
active proctype P() { skip }
