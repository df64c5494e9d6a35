byte a[N];
active proctype P() { skip }
