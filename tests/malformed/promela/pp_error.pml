#error this model needs N
active proctype P() { skip }
