active proctype P() priority 3 { skip }
