byte a[3 / 0];
active proctype P() { skip }
