// Claims that accept once and for all: a run is accepted if it comes to an accepting location of the
// claim, so plain reachability in the product decides.
#pragma once

#include "clew/walk/task.hpp"

namespace clew {

// True if the task asks about such a claim and nothing speaks against searching for it like that.
// REQUIRES: it asks about runs.
bool is_acceptance_task(const Model& model, const EngineTask& task);

// REQUIRES: is_acceptance_task(model, task).
EngineReport run_acceptance_search(const Model& model, const EngineTask& task);

}  // namespace clew
