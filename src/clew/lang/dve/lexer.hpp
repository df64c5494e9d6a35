// DVE text to tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"

namespace clew::dve {

enum class TokenKind : std::uint8_t {
  Identifier,
  Keyword,
  Number,
  Symbol,  // operators and punctuation, the longest match
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // into the source
  std::size_t offset = 0;
  std::int64_t number = 0;  // Number; saturated well above what fits 32 bits

  bool is(std::string_view wanted) const {
    return (kind == TokenKind::Keyword || kind == TokenKind::Symbol) && text == wanted;
  }
};

// The tokens of `source`, the last one being End.  Characters that begin no token are reported and
// passed over.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

}  // namespace clew::dve
