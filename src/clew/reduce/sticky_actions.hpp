// Actions of which every cycle of states has one.
//
// Each process that moves on a cycle of states comes back to where it was, so it is enough that every cycle
// of its text has one; and none is needed where the process talks to others of which that is known already,
// because these come back to where they were, too.
//
// Its variables come back as well: where one is raised it must be lowered elsewhere.  So a cycle that raises
// a variable (`do :: i < 9 -> i++ od`) needs none, if every action that may lower it is one.
#pragma once

#include <map>
#include <vector>

#include "clew/reduce/conflicts.hpp"

namespace clew {

// An action is sticky where a variable of its process is greater than this: it would be lowered.  The value
// is that of the state in which the move begins: nothing that comes before the action in the move writes it.
struct StickyAbove {
  SlotId slot;
  Value limit = 0;
};

struct Sticky {
  ProcessActionSet always;
  std::map<ProcessActionId, std::vector<StickyAbove>> above;  // in some states only; none of those above
};

// As few as may be, and those that are in the way of many.
Sticky sticky_actions(ConflictTable& begins);

}  // namespace clew
