// From a loop of a model that forgets to one of the model itself.
//
//   if (!close_loop(judge, finding)) ...;   // the model has to be searched as it is
//
// Where values that nobody reads again are forgotten, a loop is closed as soon as everything else is what it
// was.  The model itself may still remember other values then than a round before.  So the loop is taken
// again until some round ends in a state in which one before it ended: what happened before that belongs to
// the stem.
#pragma once

#include <cstddef>

#include "clew/engine/engine.hpp"

namespace clew {

// More moves than anybody reads, and done in a second.
constexpr std::size_t unrolled_moves_max = 100'000;

// True if the finding has no lasso, or has one whose loop is closed in the judge's model.  False: the moves
// are none of the model, or more than `moves_max` of them would be needed; then the finding is as it was.
bool close_loop(const Interpreter& judge, Finding& finding,
                std::size_t moves_max = unrolled_moves_max);

}  // namespace clew
