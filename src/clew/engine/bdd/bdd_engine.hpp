// The engine that looks at sets of states, as decision diagrams.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// REQUIRES: validate(model) found nothing.
EngineReport run_bdd_engine(const Model& model, const EngineTask& task);

}  // namespace clew
