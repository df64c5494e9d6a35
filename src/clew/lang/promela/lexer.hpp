// Promela text to tokens, before macros are expanded.
//
// Nothing is said here about characters that begin no token: they may stand in a part that the
// preprocessor leaves out, or in embedded C.  They become tokens of kind Stray, and whoever meets
// one where it matters reports it with stray_message().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"

namespace clew::promela {

enum class TokenKind : std::uint8_t {
  Identifier,
  Keyword,
  Number,  // also character constants
  String,
  Symbol,  // operators and punctuation, the longest match
  Stray,   // no token of the language
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool blank_before = false;    // white space or a comment stands before it
  bool newline_before = false;  // it stands on another line than the token before
  bool begins_line = false;     // and that line is not the continuation of the one before
  bool is_final = false;        // the name of a macro that must not be expanded any more
  bool is_implied = false;      // a `;` that a line end stands for
  std::string_view text;        // into the source, or into texts that the preprocessor made
  SourceSpan span;              // from a macro's body: where the macro is used
  SourceSpan parameter;     // of an inline that it was given for; unknown: it was given for none
  std::int64_t number = 0;  // Number; saturated well above what fits 32 bits

  bool is(std::string_view wanted) const {
    return (kind == TokenKind::Keyword || kind == TokenKind::Symbol) && text == wanted;
  }
  // Where the statement stands that it is a part of: what an inline was given stands in its body.
  const SourceSpan& place() const { return parameter.is_known() ? parameter : span; }
  bool is_end() const { return kind == TokenKind::End; }
  bool is_word() const { return kind == TokenKind::Identifier || kind == TokenKind::Keyword; }
  // An identifier that is special in some places only.
  bool is_word(std::string_view wanted) const { return is_word() && text == wanted; }
};

// The tokens of one file of `source`, the last one being End.  The first one counts as the first of
// its line.
std::vector<Token> tokenize(const SourceText& source, std::uint32_t file, Diagnostics& diagnostics);

// The tokens of a text that stands in no file; all get the same place.
std::vector<Token> tokenize_made(std::string_view text, SourceSpan span);

// What is wrong with a Stray token.
std::string stray_message(const Token& token);

// The reserved words, for suggestions.
const std::vector<std::string>& keyword_list();

// The value of a string token: without quotes, escapes replaced.
std::string string_value(std::string_view text);

}  // namespace clew::promela
