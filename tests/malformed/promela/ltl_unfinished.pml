byte x;
active proctype P() { skip }
ltl p { [] (x == }
