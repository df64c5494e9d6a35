active [2 proctype P() { skip }
