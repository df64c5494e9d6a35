// The explicit-state engine: visits every reachable state.  Breadth-first by default, so that the
// first counterexample is a shortest one.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

EngineReport run_explicit_engine(const Model& model, const EngineTask& task);

}  // namespace clew
