mtype = { };
active proctype P() { skip }
