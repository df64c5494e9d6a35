// The goals of a script become declared properties of its model.
#pragma once

#include <memory>

#include "clew/lang/uts/lowering.hpp"

namespace clew::uts {

// Where something is wrong with the model already, only names and kinds are looked at.
void add_goals(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
               Lowering& lowering);

}  // namespace clew::uts
