mtype = { red, if };
active proctype P() { skip }
