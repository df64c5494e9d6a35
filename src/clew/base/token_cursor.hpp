// Where a parser stands in its tokens.
//
//   class Parser : private TokenCursor<Token> { ... while (take_if(",")) item(); ... };
//
// The last token is the end: it can be looked at for ever, and taking it leaves it there.  Tokens
// have `is_end()` and `is(text)`.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace clew {

// Thrown inside of parsers only: unwinds to the next place where reading can go on.
struct SyntaxError {};

template <class Token>
class TokenCursor {
 protected:
  TokenCursor() = default;
  // REQUIRES: `tokens` outlives its use, and is not empty.
  void read_from(const std::vector<Token>& tokens, std::size_t next = 0) {
    tokens_ = &tokens;
    next_ = next;
  }

  const Token& token_at(std::size_t index) const { return (*tokens_)[index]; }
  const Token& peek(std::size_t ahead = 0) const {
    return (*tokens_)[std::min(next_ + ahead, tokens_->size() - 1)];
  }
  const Token& previous() const { return (*tokens_)[next_ == 0 ? 0 : next_ - 1]; }
  bool at_end() const { return peek().is_end(); }
  const Token& take() {
    const Token& token = (*tokens_)[next_];
    if (!token.is_end()) ++next_;
    return token;
  }
  bool take_if(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }

  const std::vector<Token>* tokens_ = nullptr;
  std::size_t next_ = 0;  // number of the token at hand
};

}  // namespace clew
