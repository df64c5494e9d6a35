byte a[2];
byte x = a[1];
active proctype P() { skip }
