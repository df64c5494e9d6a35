active proctype P() { skip }
and so on
