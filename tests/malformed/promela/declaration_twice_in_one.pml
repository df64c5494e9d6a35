byte x, y, x;
active proctype P() { skip }
