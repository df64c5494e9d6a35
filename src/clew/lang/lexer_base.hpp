// What lexers of plain texts share: words, decimal numbers, symbols, comments as in C, and what is
// said about everything else.  A language adds its words and symbols:
//
//   constexpr LexicalRules rules = {"a DVE model", keywords, symbols};
//   std::vector<Token> tokens = LexerBase(source, diagnostics, rules).run();
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"

namespace clew {

enum class TokenKind : std::uint8_t {
  Identifier,  // in a language without reserved words also what is a keyword where it stands
  Keyword,
  Number,
  Symbol,   // operators and punctuation, the longest match
  Formula,  // a text for another lexer, untouched
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // into the source
  std::size_t offset = 0;
  std::int64_t number = 0;  // Number; saturated well above what fits 32 bits

  bool is(std::string_view wanted) const {
    return kind != TokenKind::Number && kind != TokenKind::Formula && kind != TokenKind::End &&
           text == wanted;
  }
  bool is_end() const { return kind == TokenKind::End; }
  std::size_t end() const { return offset + text.size(); }
};

struct LexicalRules {
  std::string_view expected;  // "a DVE model"
  std::span<const std::string_view> keywords;
  std::span<const std::string_view> symbols;  // longer ones first
};

class LexerBase {
 public:
  LexerBase(const SourceText& source, Diagnostics& diagnostics, const LexicalRules& rules)
      : source_(source), text_(source.text()), diagnostics_(diagnostics), rules_(rules) {}

  virtual ~LexerBase() = default;
  LexerBase(const LexerBase&) = delete;
  LexerBase& operator=(const LexerBase&) = delete;

  // The tokens, the last one being End.  Characters that begin no token are reported and passed
  // over.
  std::vector<Token> run();

 protected:
  // Reads what only this language has; false if there is nothing of that kind.
  virtual bool read_special() { return false; }

  void add(TokenKind kind, std::size_t end, std::int64_t value = 0);

  const SourceText& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;

 private:
  void skip_blanks();
  void word();
  void number();
  bool symbol();
  bool is_odd(char c) const;
  void unexpected();

  LexicalRules rules_;
};

// Behind the comment that begins at `begin`; `begin` itself if none does.  One that is not closed
// goes to the end of the text.
std::size_t comment_end(std::string_view text, std::size_t begin);

// Source text for people: comments dropped, blanks folded.
std::string tidy(std::string_view text);

}  // namespace clew
