active proctype P() { skip }
ltl p { }
