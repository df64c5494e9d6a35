#include
active proctype P() { skip }
