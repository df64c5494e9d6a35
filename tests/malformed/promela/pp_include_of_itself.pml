#include "pp_include_of_itself.pml"
active proctype P() { skip }
