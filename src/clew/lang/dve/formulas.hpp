// The formulas that a file declares: property ltl name "G F busy".
#pragma once

#include <memory>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/dve/syntax.hpp"

namespace clew::dve {

// REQUIRES: the processes of the model are complete.
void add_formulas(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
                  Model& model, Diagnostics& diagnostics);

}  // namespace clew::dve
