mtype = { red, green
active proctype P() { skip }
