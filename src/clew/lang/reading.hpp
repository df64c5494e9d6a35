// How reading a model ends, in every language.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"

namespace clew {

// Gives the model to the result, unless something is wrong with it.
void keep_if_valid(ReadResult<Model>& result, Model model);

// Brings what was said into order; with errors there is no model.
void finish_reading(ReadResult<Model>& result);

}  // namespace clew
