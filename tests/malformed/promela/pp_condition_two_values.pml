#if 1 2
#endif
active proctype P() { skip }
