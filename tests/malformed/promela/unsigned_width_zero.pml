unsigned x : 0;
active proctype P() { skip }
