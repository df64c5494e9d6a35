active [N] proctype P() { skip }
