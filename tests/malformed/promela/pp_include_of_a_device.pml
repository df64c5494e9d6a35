#include "/dev/zero"
active proctype P() { skip }
