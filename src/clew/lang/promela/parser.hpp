// Promela tokens to a syntax tree.  Recursive descent, written by hand: with it a file with several
// mistakes gets several good messages, which a generated parser does not give.
//
// Inlines are expanded on the way, as SPIN does it: the names of the parameters are replaced by the
// tokens of the arguments, and the body becomes a block.
#pragma once

#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/lexer.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// Deeper trees are refused, so that every walk over them may recurse.
inline constexpr std::uint32_t expression_height_max = 1000;
inline constexpr std::uint32_t block_depth_max = 500;

// A whole model.  What is returned makes sense only if no error was reported.  Each call of an inline is
// noted in the source.
// REQUIRES: the last token is End
FileSyntax parse(const std::vector<Token>& tokens, SourceText& source, Diagnostics& diagnostics);

// One expression and nothing else, about the model in `file`, where its nodes are added.  Returns
// its root, or no_syntax after an error.  It may name labels and variables of processes, P[1]@label
// and P[1]:x.
// REQUIRES: the last token is End
SyntaxId parse_expression(FileSyntax& file, const std::vector<Token>& tokens, SourceText& source,
                        Diagnostics& diagnostics);

}  // namespace clew::promela
