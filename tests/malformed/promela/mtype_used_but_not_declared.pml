mtype m = red;
active proctype P() { skip }
