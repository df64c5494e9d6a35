// How often a process can take an action.
//
// Once, if there is no way back to it.  In a loop as often as a counter allows, as in
// `do :: i < 9 -> run P(); i++ od`.
#pragma once

#include <cstdint>

#include "clew/model/model.hpp"

namespace clew {

// Not less than the number of times that one process can take the action; `times_max` if that is more, or if
// there is no bound.
std::size_t times_taken(const Model& model, const Action& action, std::size_t times_max);

}  // namespace clew
