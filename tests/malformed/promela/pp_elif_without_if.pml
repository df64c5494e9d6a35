active proctype P() { skip }
#elif 1
