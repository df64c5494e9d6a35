proctype P() { skip }
init { run P() priority 4 }
