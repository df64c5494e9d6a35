unsigned x;
active proctype P() { skip }
