Thing x;
active proctype P() { skip }
