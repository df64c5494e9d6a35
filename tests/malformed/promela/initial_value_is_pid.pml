byte x = _pid;
active proctype P() { skip }
