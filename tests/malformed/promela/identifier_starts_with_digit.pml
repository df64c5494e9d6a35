byte 2x;
active proctype P() { skip }
