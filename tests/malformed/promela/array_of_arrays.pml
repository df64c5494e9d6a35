byte a[2][3];
active proctype P() { skip }
