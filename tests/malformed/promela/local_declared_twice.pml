active proctype P() { byte x; byte x; skip }
