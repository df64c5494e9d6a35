// Does the claim of a model accept a run?  Looks for a cycle of the product that passes an accepting
// location of the claim.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// True if the task is one for run_cycle_engine: it asks about the claim, and nothing else.
bool is_cycle_task(const EngineTask& task);

// REQUIRES: is_cycle_task(task); the model has a claim.
EngineReport run_cycle_engine(const Model& model, const EngineTask& task);

}  // namespace clew
