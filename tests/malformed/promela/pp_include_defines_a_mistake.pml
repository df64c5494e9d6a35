#include "included/macro.h"
byte x;
active proctype P() { ADD(x, y) }
