// The formulas of ltl blocks, each made into the process that watches for its violation.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// Adds the properties and what they need to the model.
// REQUIRES: the model is complete otherwise.
void add_formulas(const FileSyntax& file, Model& model, Diagnostics& diagnostics);

}  // namespace clew::promela
