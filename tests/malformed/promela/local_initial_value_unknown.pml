active proctype P() { byte x = y; skip }
