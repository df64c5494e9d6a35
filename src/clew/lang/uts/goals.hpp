// The goals of a script become declared properties of its model.
#pragma once

#include <memory>

#include "clew/lang/uts/lowering.hpp"

namespace clew::uts {

// Unless the names of variables are known, what goals say about them is not looked at.
void add_goals(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
               bool names_are_known, Lowering& lowering);

}  // namespace clew::uts
