active [-1] proctype P() { skip }
