// The expression of an #if.
#pragma once

#include <optional>
#include <vector>

#include "clew/lang/promela/lexer.hpp"

namespace clew::promela {

// The value of a constant expression; names that are left are 0.  Macros and `defined` have been
// replaced.  Says what is wrong, and returns nothing, if it is no such expression.
// REQUIRES: the last token is End
std::optional<std::int64_t> evaluate_condition(const std::vector<Token>& tokens,
                                               SourceSpan directive, Diagnostics& diagnostics);

}  // namespace clew::promela
