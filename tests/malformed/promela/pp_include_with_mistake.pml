#include "included/mistake.h"
active proctype P() { skip }
