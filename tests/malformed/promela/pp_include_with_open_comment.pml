#include "included/open_comment.h"
active proctype P() { skip }
