byte w; unsigned x : w;
active proctype P() { skip }
