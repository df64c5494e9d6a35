byte _pid;
active proctype P() { skip }
