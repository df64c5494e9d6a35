byte x;
active proctype P() { skip }
ltl p { ([] (x == 0)) + 1 }
