// What the two halves of the parser share: tokens, errors, and the way out of them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "clew/lang/uts/lexer.hpp"
#include "clew/lang/uts/parser.hpp"

namespace clew::uts {

// Thrown inside the parser only: unwinds to the next place where reading can go on.
struct SyntaxError {};

class ParserCore {
 public:
  ParserCore(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), tokens_(tokenize(source, diagnostics)) {}

 protected:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  const Token& previous() const { return tokens_[next_ == 0 ? 0 : next_ - 1]; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  const Token& take() {
    const Token& token = tokens_[next_];
    if (token.kind != TokenKind::End) ++next_;
    return token;
  }
  bool take_if(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }

  SourceSpan span_of(const Token& token) const {
    return source_.span(token.offset, token.text.size());
  }
  std::size_t end_of_previous() const { return previous().offset + previous().text.size(); }
  SourceSpan span_since(std::size_t offset) const {
    const std::size_t end = end_of_previous();
    return source_.span(offset, end > offset ? end - offset : 0);
  }
  std::string text_since(std::size_t begin) const {
    const std::size_t end = end_of_previous();
    return tidy(source_.text().substr(begin, end > begin ? end - begin : 0));
  }

  std::string describe(const Token& token) const {
    switch (token.kind) {
      case TokenKind::End: return alone_ ? "the end of the expression" : "the end of the file";
      case TokenKind::Number: return fmt::format("the number {}", token.text.substr(0, 40));
      case TokenKind::Formula: return "a formula";
      default:
        return is_reserved_word(token.text) ? fmt::format("the keyword '{}'", token.text)
                                            : fmt::format("'{}'", token.text.substr(0, 60));
    }
  }

  [[noreturn]] void refuse_at(SourceSpan span, std::string message, std::string help = {}) {
    diagnostics_.error(span, std::move(message), std::move(help));
    throw SyntaxError{};
  }
  // What stands here is not allowed.
  [[noreturn]] void refuse(std::string message, std::string help = {}) {
    refuse_at(span_of(peek()), std::move(message), std::move(help));
  }
  // Something else should stand here.
  [[noreturn]] void fail(const std::string& expectation, std::string help = {}) {
    const std::string message = fmt::format("{}, found {}", expectation, describe(peek()));
    // What is missing at the end of a line is missing there, not where the next line begins.
    const SourceSpan last = span_of(previous());
    const SourceSpan behind = source_.span(end_of_previous(), 1);
    const bool next_line = span_of(peek()).line != last.line;
    const bool is_over = at_end() || is_section_word(peek().text);
    const bool begins_item = !is_over && (previous().is(";") || previous().is("{") ||
                                          previous().is("}") || previous().is(":"));
    const bool at_line_end = next_ > 0 && next_line && !begins_item && behind.line == last.line;
    refuse_at(at_line_end ? behind : span_of(peek()), message, std::move(help));
  }

  void expect(std::string_view text, std::string_view where, std::string help = {}) {
    if (take_if(text)) return;
    fail(fmt::format("expected '{}' {}", text, where), std::move(help));
  }

  Name name(std::string_view what) {
    const bool is_reserved = is_reserved_word(peek().text);
    if (is_reserved && peek(1).kind == TokenKind::Symbol && !peek(1).is(":")) {
      const Token& keyword = take();  // so that nobody takes it for the begin of a section
      refuse_at(span_of(keyword), fmt::format("expected {}, found {}", what, describe(keyword)));
    }
    if (peek().kind != TokenKind::Word || is_reserved) fail(fmt::format("expected {}", what));
    const Token& token = take();
    return {std::string(token.text), span_of(token)};
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  bool alone_ = false;    // an expression, not a file
  bool gave_up_ = false;  // an error after which nothing sensible can be read
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

// Expressions.
class ExpressionParser : public ParserCore {
 public:
  ExpressionParser(const SourceText& source, Diagnostics& diagnostics, std::vector<Node>& nodes)
      : ParserCore(source, diagnostics), nodes_(nodes) {}

  NodeId lone_expression();

 protected:
  // `->` may stand in parentheses only where it would end a guard.
  enum class Arrow : std::uint8_t { Implies, Ends };
  NodeId expression(Arrow arrow = Arrow::Implies);
  // A bound of a range: `..` ends it anyway, so that it may be any sum.
  NodeId bound();
  // name, name[e], process.name, process[e].name[e]
  NodeId reference();
  LoopSyntax loop_head();
  void forget_nesting() { nesting_ = 0, recursion_ = 0; }

 private:
  NodeId binary(int level_min);
  NodeId unary();
  NodeId primary();
  NodeId literal();
  NodeId quantified();
  NodeId index();
  NodeId add(Node node, std::size_t begin);
  NodeId unary_node(Op op, NodeId operand, std::size_t begin);
  NodeId binary_node(Op op, NodeId left, NodeId right, std::size_t begin);
  void enter();
  [[noreturn]] void too_deep();

  std::vector<Node>& nodes_;
  std::uint32_t nesting_ = 0;    // parentheses, indices and unary operators around us
  std::uint32_t recursion_ = 0;  // calls of binary() around us
};

}  // namespace clew::uts
