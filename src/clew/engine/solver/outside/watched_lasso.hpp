// A run of the system that another program has found, as a run of the system and its claim.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

struct WatchedLasso {
  MovePath path;
  std::size_t loop_start = 0;  // in moves
};

// The system goes through `states`, behind the last of them on with states[loop_start], and so for ever.
// The claim of `product` joins its moves so that it accepts; none if it cannot, or if no moves lead from
// state to state.
// REQUIRES: the product has a claim, the states are those of the model without it, loop_start is the
// number of one of them.
std::optional<WatchedLasso> watched_lasso(const Model& product, const std::vector<State>& states,
                                          std::size_t loop_start);

}  // namespace clew
