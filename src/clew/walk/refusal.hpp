// Models whose states are not walked one by one, and what is answered then.
#pragma once

#include <string>

#include "clew/walk/task.hpp"

namespace clew {

// A sentence without a full stop; empty if nothing speaks against it.
std::string reason_against_walking(const Model& model);

// Unknown for every property: unsupported.
EngineReport refused(const Model& model, const EngineTask& task, const std::string& reason);

}  // namespace clew
