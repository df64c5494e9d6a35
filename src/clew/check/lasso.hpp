// What a lasso of a product says about the system alone.
#pragma once

#include <optional>
#include <string>

#include "clew/check/report.hpp"

namespace clew {

// The moves of a lasso, replayed on the judge of the product: every move is possible, the last state is
// that behind `loop_start` moves, and the claim accepts within the loop.  The trace shows the system
// alone: where nothing can move but the claim goes on, a step without firings says that the system
// stays where it is.  Nothing if any of that is not so.
std::optional<Trace> system_lasso(const Model& product, const Interpreter& system,
                                  const MoveList& moves, std::size_t loop_start);

// What a reader should see in it: "the loop of 3 moves is taken for ever".
std::string loop_text(const Trace& lasso);

}  // namespace clew
