#define
active proctype P() { skip }
