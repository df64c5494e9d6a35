// What no front-end of the zoo says yet, added at random to a model: free variables with a condition on
// initial states, choices, and assignments that happen at once.
#pragma once

#include <cstdint>

#include "clew/model/model.hpp"

namespace clew {

// The same seed gives the same model.  Models that change their parts get no free variables.
Model with_liberties(Model model, std::uint64_t seed);

}  // namespace clew
