// Property directed reachability (IC3): an inductive invariant that excludes what must not be, or a run
// that shows it.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

EngineReport run_pdr_engine(const Model& model, const EngineTask& task);

}  // namespace clew
