// A front-end's promises, checked: ids name something, ranges and initial values fit, locations
// belong to their process type.  Whoever reads a model afterwards may rely on all of it.
#pragma once

#include <string>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

// One sentence per defect; empty if the model is sound.  A defect here is a front-end's mistake,
// never the user's.
std::vector<std::string> validate(const Model& model);

}  // namespace clew
