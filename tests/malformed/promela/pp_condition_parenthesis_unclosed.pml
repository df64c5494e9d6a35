#if (1
#endif
active proctype P() { skip }
