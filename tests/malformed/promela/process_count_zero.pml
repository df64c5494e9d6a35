active [0] proctype P() { skip }
