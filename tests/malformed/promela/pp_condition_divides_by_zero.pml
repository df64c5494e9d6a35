#if 1 / 0
#endif
active proctype P() { skip }
