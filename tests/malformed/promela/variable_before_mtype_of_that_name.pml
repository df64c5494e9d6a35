byte red;
mtype = { red };
active proctype P() { skip }
