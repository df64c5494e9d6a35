// What the shape of a claim says about the search for a run that it accepts.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

enum class ClaimClass : std::uint8_t {
  Terminal,  // who comes to an accepting location stays there, whatever happens: a state to be reached
  Weak,      // every cycle of the claim is accepting as a whole or not at all
  General,
};

// REQUIRES: the model has a claim.
ClaimClass class_of_claim(const Model& model);

// The claim is at an accepting location, as an expression.
// REQUIRES: the model has a claim.
ExprId add_claim_accepts(Model& model);

}  // namespace clew
