#if "a"
#endif
active proctype P() { skip }
