#if defined
#endif
active proctype P() { skip }
