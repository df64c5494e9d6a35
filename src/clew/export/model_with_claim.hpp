// A model with the claim of a property inside, on its way into another language.
//
//   const Model watched = watched_model(model, property);
//   save(to_dve(watched).text);                        // `system async property ...`
//   save(promela_with_claim(promela_text, watched));   // the same file, one claim in it
#pragma once

#include <string>
#include <string_view>

#include "clew/model/model.hpp"
#include "clew/property/property.hpp"

namespace clew {

// The model watched by the claim of the property, instead of its own.
// REQUIRES: the property has a claim, and belongs to this model.
Model watched_model(const Model& model, const Property& property);

// What the claim of the model is about, fit for a comment of one line; empty if it is not known.
std::string claim_note(const Model& watched);

// The text of a Promela file with the claim of the model inside.  It stays as it is: comments,
// macros, layout.  Its own `ltl` and `never` blocks go, but for the one that is the claim; a claim
// that comes from a formula elsewhere becomes a never claim at the end.
// REQUIRES: the model was read from `text`, and has a claim.
std::string promela_with_claim(std::string_view text, const Model& watched);

}  // namespace clew
