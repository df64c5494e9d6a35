byte a[1000000000];
active proctype P() { skip }
