// What an engine says about a formula over trees, replayed by the judge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/check/report.hpp"

namespace clew {

// The tree from the initial state, or another, on.  Nothing if it shows not what it says: every move is
// possible; a step without firings is in a state that cannot be left; a loop is closed; every branch
// begins in a state of the trace it belongs to; and what the operands of a path have to be on the way,
// they are, by the judge's word about propositions and by the branches about the rest.
std::optional<ShownTrace> shown_tree(const Interpreter& judge, const Property& property,
                                     const MoveTree& tree);

// The same of a run to a state that decides AG p or EF p.
// REQUIRES: is_some(property.expr)
std::optional<ShownTrace> shown_run(const Interpreter& judge, const Property& property,
                                    const MovePath& path);

}  // namespace clew
