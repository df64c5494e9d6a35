#ifdef 3
#endif
active proctype P() { skip }
