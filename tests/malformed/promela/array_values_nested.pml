byte a[2] = { { 1 }, 2 };
active proctype P() { skip }
