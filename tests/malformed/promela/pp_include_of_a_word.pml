#include header
active proctype P() { skip }
