byte x = y;
active proctype P() { skip }
