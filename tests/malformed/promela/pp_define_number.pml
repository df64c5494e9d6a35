#define 3 4
active proctype P() { skip }
