byte x = y;
byte y = 1;
active proctype P() { skip }
