// DVE text to tokens.
#pragma once

#include "clew/lang/lexer_base.hpp"

namespace clew::dve {

// The tokens of `source`, the last one being End.  Characters that begin no token are reported and
// passed over.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

}  // namespace clew::dve
