active proctype P() { mtype = { red }; skip }
