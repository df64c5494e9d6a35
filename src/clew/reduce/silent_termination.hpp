// Processes whose end nobody notices.
//
// The youngest process that has come to its end may vanish at once or later.  If it stays, whoever is
// started meanwhile gets another number, and who is older cannot vanish either; where numbers say nothing,
// that is all.  So to let it go first is as good as any other order: states with and without it go on in the
// same way.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

// Neither the model nor a question counts processes or knows those by number that are started or end.
// REQUIRES: all expressions that will be asked are in the model.
bool has_silent_termination(const Model& model);

}  // namespace clew
