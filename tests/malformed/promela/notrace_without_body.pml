notrace
active proctype P() { skip }
