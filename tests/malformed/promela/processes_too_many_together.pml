active [200] proctype P() { skip }
active [200] proctype Q() { skip }
