byte x = 1 / 0;
active proctype P() { skip }
