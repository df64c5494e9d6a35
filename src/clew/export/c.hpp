// A model as C text: the successor function that the explicit engine runs (native/).
#pragma once

#include "clew/export/exported_text.hpp"
#include "clew/model/model.hpp"

namespace clew {

// REQUIRES: validate(model) found nothing.
Encoded to_c(const Model& model);

}  // namespace clew
