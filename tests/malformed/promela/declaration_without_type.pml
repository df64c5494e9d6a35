x = 3;
active proctype P() { skip }
