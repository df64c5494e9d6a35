#defin N 3
active proctype P() { skip }
