byte;
active proctype P() { skip }
