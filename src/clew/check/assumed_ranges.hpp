// Whether a range that nobody wrote down has kept the model from doing something.
#pragma once

#include <string>

#include "clew/engine/engine.hpp"

namespace clew {

// A sentence about an action that some reachable state would take were it not for an assumed range of a
// variable (model/assumed_range.hpp), the nearest one; empty if the engine finds none within the limits
// of the task.  What the task asks does not matter.
std::string warning_about_assumed_ranges(const EngineInfo& engine, const Model& system,
                                         EngineTask task);

}  // namespace clew
