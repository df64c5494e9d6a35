byte a[run P()];
active proctype P() { skip }
