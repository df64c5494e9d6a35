bytes x;
active proctype P() { skip }
