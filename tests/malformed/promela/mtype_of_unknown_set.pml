mtype:fruit x;
active proctype P() { skip }
