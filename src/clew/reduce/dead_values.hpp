// Values that nobody will read again.
//
//   const Model forgetful = reset_dead_values(model);
//
// States that differ only in such values go on in the same way.  So whoever leaves a value behind for good
// sets the slot back to what it was at first, and the states are one.  Actions keep their numbers, places and
// guards: a run of one model is a run of the other.
//
// A variable that is only counted (`x++`) is not read, either.  But who goes round a cycle and counts comes
// back to another state: without it a run that ends is the same, a lasso is none.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

enum class Counters : std::uint8_t { Forgotten, Kept };

// REQUIRES: validate(model) found nothing, and all expressions that will be asked are in the model.
Model reset_dead_values(Model model, Counters counters);

}  // namespace clew
