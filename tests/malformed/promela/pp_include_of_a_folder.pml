#include "included"
active proctype P() { skip }
