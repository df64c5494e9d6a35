inline 3() { skip }
active proctype P() { skip }
