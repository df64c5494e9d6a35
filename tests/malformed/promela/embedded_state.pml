c_state "int x" "Global"
active proctype P() { skip }
