byte x;
active proctype P() { skip }
ltl p { [] (x == 0) }
ltl p { <> (x == 0) }
