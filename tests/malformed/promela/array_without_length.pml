byte a[];
active proctype P() { skip }
