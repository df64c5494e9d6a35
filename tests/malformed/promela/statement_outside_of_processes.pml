byte x;
x = 1;
active proctype P() { skip }
