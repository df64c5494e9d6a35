active proctype P() { skip }
#else
