// Bounded model checking: is there a run of 0, 1, 2, ... moves that decides?
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

EngineReport run_bmc_engine(const Model& model, const EngineTask& task);

}  // namespace clew
