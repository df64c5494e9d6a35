#if defined(N
#endif
active proctype P() { skip }
