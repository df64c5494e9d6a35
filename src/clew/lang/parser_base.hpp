// What parsers of plain texts share: tokens, what is said when another one was expected, and the
// way out of an error.  Recursive descent, written by hand: with it a file with several mistakes
// gets several good messages, which a generated parser does not give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clew/base/token_cursor.hpp"
#include "clew/lang/lexer_base.hpp"
#include "clew/lang/syntax_base.hpp"

namespace clew {

class ParserBase : protected TokenCursor<Token> {
 public:
  virtual ~ParserBase() = default;
  ParserBase(const ParserBase&) = delete;
  ParserBase& operator=(const ParserBase&) = delete;

 protected:
  ParserBase(const SourceText& source, Diagnostics& diagnostics, std::vector<Token> tokens)
      : source_(source), diagnostics_(diagnostics), all_(std::move(tokens)) {
    read_from(all_);
  }

  // --- places

  SourceSpan span_of(const Token& token) const {
    return source_.span(token.offset, token.text.size());
  }
  std::size_t end_of_previous() const { return previous().end(); }
  SourceSpan span_since(std::size_t offset) const;
  // For people: what was written from `offset` to the last token taken.
  std::string text_since(std::size_t offset) const;

  // --- errors

  virtual bool is_keyword(const Token& token) const { return token.kind == TokenKind::Keyword; }
  std::string describe(const Token& token) const;
  // What is missing at the end of a line is missing there, not where the next line begins.
  virtual SourceSpan where_missing() const;

  [[noreturn]] void refuse_at(SourceSpan span, std::string message, std::string help = {});
  // What stands here is not allowed.
  [[noreturn]] void refuse(std::string message, std::string help = {});
  // Something else should stand here.
  [[noreturn]] virtual void fail(const std::string& expectation, std::string help = {});
  [[noreturn]] void fail_at(SourceSpan span, const std::string& expectation, std::string help);
  void expect(std::string_view text, std::string_view where, std::string help = {});
  Name name(std::string_view what);

  // +1, -1 or 0: braces that are open behind the token.
  static int brace_step(const Token& token) { return token.is("{") ? 1 : token.is("}") ? -1 : 0; }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  bool alone_ = false;    // an expression, not a file
  bool gave_up_ = false;  // an error after which nothing sensible can be read

 private:
  std::vector<Token> all_;
};

}  // namespace clew
