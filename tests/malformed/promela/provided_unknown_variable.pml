active proctype P() provided (x == 0) { skip }
