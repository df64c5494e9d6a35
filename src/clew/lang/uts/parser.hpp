// UTS tokens to a syntax tree.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/lang/uts/syntax.hpp"

namespace clew::uts {

// Reports all independent errors.  What it returns then must not be used.
FileSyntax parse_file(const SourceText& source, Diagnostics& diagnostics);

// An expression that stands alone, on the command line for instance.
SyntaxId parse_expression(const SourceText& source, Diagnostics& diagnostics,
                        std::vector<Node>& nodes);

}  // namespace clew::uts
