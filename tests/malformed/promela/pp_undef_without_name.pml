#undef
active proctype P() { skip }
