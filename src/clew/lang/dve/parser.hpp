// DVE tokens to a syntax tree.  Recursive descent, written by hand: with it a file with several
// mistakes gets several good messages, which a generated parser does not give.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/lang/dve/syntax.hpp"

namespace clew::dve {

// A whole model.  What is returned makes sense only if no error was reported.
FileSyntax parse_file(const SourceText& source, Diagnostics& diagnostics);

// One expression and nothing else; its root is returned, its nodes are in `nodes`.
SyntaxId parse_expression(const SourceText& source, Diagnostics& diagnostics,
                        std::vector<Node>& nodes);

}  // namespace clew::dve
