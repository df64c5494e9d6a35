// UTS text to tokens.
#pragma once

#include "clew/lang/lexer_base.hpp"

namespace clew::uts {

// A word that begins a part of a script when a colon follows: VARS, REACH, PROCESS, ...
bool is_section_word(std::string_view word);

std::vector<std::string> section_names();

// Words that cannot be names: they were keywords before there were scripts of ours.
bool is_reserved_word(std::string_view word);

// The tokens of `source`, the last one being End.  Words are identifiers: whether one is a keyword
// depends on where it stands.  What stands behind `LTL:` and `CTL:` is a Formula.  Characters that
// begin no token are reported and passed over.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

}  // namespace clew::uts
