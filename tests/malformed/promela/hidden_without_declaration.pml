hidden;
active proctype P() { skip }
