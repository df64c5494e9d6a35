active [1000] proctype P() { skip }
