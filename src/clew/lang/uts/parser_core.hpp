// What the two halves of the parser share.
#pragma once

#include <string>
#include <utility>

#include "clew/lang/expression_parser.hpp"
#include "clew/lang/uts/lexer.hpp"
#include "clew/lang/uts/parser.hpp"

namespace clew::uts {

// Expressions.
class ExpressionParser : public ExpressionParserBase<Node> {
 public:
  ExpressionParser(const SourceText& source, Diagnostics& diagnostics, std::vector<Node>& nodes);

 protected:
  // `->` may stand in parentheses only where it would end a guard.
  enum class Arrow : std::uint8_t { Implies, Ends };
  SyntaxId expression(Arrow arrow = Arrow::Implies);
  // A bound of a range: `..` ends it anyway, so that it may be any sum.
  SyntaxId bound();
  // name, name[e], process.name, process[e].name[e]
  SyntaxId reference();
  LoopSyntax loop_head();
  Name name(std::string_view what);

  bool is_keyword(const Token& token) const override {
    return token.kind == TokenKind::Identifier && is_reserved_word(token.text);
  }
  SourceSpan where_missing() const override;
  [[noreturn]] void fail(const std::string& expectation, std::string help = {}) override {
    fail_at(where_missing(), expectation, std::move(help));
  }

 private:
  std::optional<Op> prefix_operator() const override;
  SyntaxId primary() override;
  SyntaxId quantified();
  // The smallest number there is: what follows its sign is no number of its own.
  bool at_smallest_number() const;
  SyntaxId smallest_number();
};

}  // namespace clew::uts
