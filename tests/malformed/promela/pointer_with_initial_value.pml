int * p = 1;
active proctype P() { skip }
