active proctype P() { skip }
#endif
