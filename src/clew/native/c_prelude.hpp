// What generated C texts begin with.
#pragma once

#include <string>
#include <vector>

#include "clew/native/c_definitions.hpp"

namespace clew {

// The struct Run (run.hpp).
std::string c_prelude();

// Functions that texts may use.
std::vector<CDefinition> c_helpers();

}  // namespace clew
