#if 0
#else
#else
#endif
active proctype P() { skip }
