c_track "&x" "sizeof(int)"
active proctype P() { skip }
