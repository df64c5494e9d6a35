active proctype P() provided { skip }
