#ifdef
#endif
active proctype P() { skip }
