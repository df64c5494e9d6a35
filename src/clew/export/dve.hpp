// A model as DVE text.
//
//   const Encoded dve = to_dve(model);
//   if (dve.refusal.empty()) save(dve.text); else explain(dve.refusal);
//
// The text reads back (lang/dve) to a model with the same states, moves, errors and assertions.  It
// is made from the model alone, not from the source it came from: macros are expanded, constants
// have their values, comments are gone.  Equal models give equal text.
//
// Names stay as they are where DVE allows them.  The others are changed, and the first lines of the
// text say how; but for these lines, translating the text once more gives the same text again.
// Several processes of one type are written out one by one.
#pragma once

#include "clew/export/exported_text.hpp"
#include "clew/model/model.hpp"

namespace clew {

// REQUIRES: validate(model) found nothing.
Encoded to_dve(const Model& model);

}  // namespace clew
