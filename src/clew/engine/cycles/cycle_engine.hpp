// Does the claim of a model accept a run?  Looks for a cycle of the product that passes an accepting
// location of the claim; where the claim lets it, for a state in which the claim has accepted.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// True if the task is one for run_cycle_engine: it asks about the claim, and nothing else.
bool is_cycle_task(const EngineTask& task);

// Of a model without a claim, every infinite run is accepted.
// REQUIRES: is_cycle_task(task).
EngineReport run_cycle_engine(const Model& model, const EngineTask& task);

}  // namespace clew
