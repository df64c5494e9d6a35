// What stands in the way of leaving out moves that can wait.
#pragma once

#include <string>

#include "clew/property/property.hpp"

namespace clew {

// Why the answer to a question about the model might not be the same, without a full stop; empty if it is.
// `model` is the system; the claim of the property is one of its process types.
std::string reason_against_partial_order(const Model& model, const Property& property);

}  // namespace clew
