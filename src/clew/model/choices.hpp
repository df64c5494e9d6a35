// What an action is taken with: one combination of the values of its choices, as a number.
//
//   for (std::uint64_t k = 0; k < combinations_of(model, action); ++k) use(chosen_values(model, action, k));
//
// Combinations are counted from 0, the last choice of the action varying fastest, each from the low end
// of its range to the high one.
#pragma once

#include <cstdint>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

// How many combinations there are: 1 for an action without choices; saturates at the largest number.
std::uint64_t combinations_of(const Model& model, const Action& action);

// By slot of Model::choices; 0 for those that are none of the action's.
std::vector<Value> chosen_values(const Model& model, const Action& action,
                                 std::uint64_t combination);

// Of one of the action's choices.  REQUIRES: it is one of them.
Value chosen_value(const Model& model, const Action& action, std::uint64_t combination,
                   SlotId choice);

// The number of the combination in which the choices have these values, by slot of Model::choices.
// REQUIRES: combinations_of() did not saturate, and the values lie within the ranges.
std::uint64_t combination_of(const Model& model, const Action& action,
                             const std::vector<Value>& values);

}  // namespace clew
