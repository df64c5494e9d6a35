// A claim of a model as an automaton, its guards taken apart into propositions.
//
// Every part of a guard that is not `!`, `&&`, `||` or `->` is a proposition, the same one wherever it is
// written the same way.  That two of them can never be true together is not seen.
#pragma once

#include <optional>

#include "clew/model/model.hpp"
#include "clew/property/automaton.hpp"

namespace clew {

// None if the claim does more than watch (it changes something), or if its guards are very large: more
// than 64 propositions, or a thousand alternatives.
std::optional<BuchiAutomaton> automaton_of_claim(const Model& model, ProcessTypeId claim);

}  // namespace clew
