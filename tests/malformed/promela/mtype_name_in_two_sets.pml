mtype:a = { red };
mtype:b = { red };
active proctype P() { skip }
