// k-induction: no run of fewer than k moves decides, and k different states in a row that do not decide
// are never followed by one that does.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

EngineReport run_induction_engine(const Model& model, const EngineTask& task);

}  // namespace clew
