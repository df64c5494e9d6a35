// UTS text to tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"

namespace clew::uts {

enum class TokenKind : std::uint8_t {
  Word,  // a name; whether it is a keyword depends on where it stands
  Number,
  Symbol,   // operators and punctuation, the longest match
  Formula,  // what stands behind `LTL:` and `CTL:`, untouched
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // into the source
  std::size_t offset = 0;
  std::int64_t number = 0;  // Number; saturated well above what fits 32 bits

  bool is(std::string_view wanted) const {
    return (kind == TokenKind::Word || kind == TokenKind::Symbol) && text == wanted;
  }
};

// A word that begins a part of a script when a colon follows: VARS, REACH, PROCESS, ...
bool is_section_word(std::string_view word);

std::vector<std::string> section_names();

// Words that cannot be names: they were keywords before there were scripts of ours.
bool is_reserved_word(std::string_view word);

// The tokens of `source`, the last one being End.  Characters that begin no token are reported and
// passed over.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

}  // namespace clew::uts
