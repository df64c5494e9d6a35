#if
#endif
active proctype P() { skip }
