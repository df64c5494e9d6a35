// The goals of a script become declared properties of its model.
#pragma once

#include <memory>

#include "clew/lang/uts/lowering.hpp"

namespace clew::uts {

void add_goals(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
               Lowering& lowering);

}  // namespace clew::uts
