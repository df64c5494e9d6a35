// Searches over packed words: breadth first by many workers, or strictly depth first by one.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// Whether a task is one for these searches.  The rest (other orders, the reduction that keeps something
// else than it walks, and the exact store when it is asked for) goes to the generic ones of space/.
bool is_packed_task(const EngineTask& task);

// REQUIRES: is_packed_task(task)
EngineReport run_packed_search(const Model& model, const EngineTask& task);

}  // namespace clew
