active proctype P() { typedef R { byte a }; skip }
