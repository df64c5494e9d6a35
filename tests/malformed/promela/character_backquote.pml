byte `x;
active proctype P() { skip }
