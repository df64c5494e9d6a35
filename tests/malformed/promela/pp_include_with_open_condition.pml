#include "included/open_condition.h"
active proctype P() { skip }
