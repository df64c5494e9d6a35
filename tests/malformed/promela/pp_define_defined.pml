#define defined 1
active proctype P() { skip }
