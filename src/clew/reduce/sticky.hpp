// Actions of which every cycle of states has one.
//
// Each process that moves on a cycle of states comes back to where it was, so it is enough that every cycle
// of its text has one; and none is needed where the process talks to others of which that is known already,
// because these come back to where they were, too.
#pragma once

#include "clew/reduce/begins.hpp"

namespace clew {

// As few as may be, and those that are in the way of many.
BeginSet sticky_begins(Begins& begins);

}  // namespace clew
