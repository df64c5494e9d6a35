#if N = 3
#endif
active proctype P() { skip }
