#include "clew/lang/parser_base.hpp"

#include <fmt/format.h>

#include <utility>

namespace clew {

SourceSpan ParserBase::span_since(std::size_t offset) const {
  const std::size_t end = end_of_previous();
  return source_.span(offset, end > offset ? end - offset : 0);
}

std::string ParserBase::text_since(std::size_t offset) const {
  const std::size_t end = end_of_previous();
  return tidy(source_.text().substr(offset, end > offset ? end - offset : 0));
}

std::string ParserBase::describe(const Token& token) const {
  if (is_keyword(token)) return fmt::format("the keyword '{}'", token.text);
  switch (token.kind) {
    case TokenKind::End: return alone_ ? "the end of the expression" : "the end of the file";
    case TokenKind::Number: return fmt::format("the number {}", token.text.substr(0, 40));
    case TokenKind::Formula: return "a formula";
    default: return fmt::format("'{}'", token.text.substr(0, 60));
  }
}

SourceSpan ParserBase::where_missing() const {
  const SourceSpan last = span_of(previous());
  const SourceSpan here = span_of(peek());
  const SourceSpan behind = source_.span(end_of_previous(), 1);
  return next_ > 0 && here.line != last.line && behind.line == last.line ? behind : here;
}

void ParserBase::refuse_at(SourceSpan span, std::string message, std::string help) {
  diagnostics_.error(span, std::move(message), std::move(help));
  throw SyntaxError{};
}

void ParserBase::refuse(std::string message, std::string help) {
  refuse_at(span_of(peek()), std::move(message), std::move(help));
}

void ParserBase::fail_at(SourceSpan span, const std::string& expectation, std::string help) {
  refuse_at(span, fmt::format("{}, found {}", expectation, describe(peek())), std::move(help));
}

void ParserBase::fail(const std::string& expectation, std::string help) {
  fail_at(span_of(peek()), expectation, std::move(help));
}

void ParserBase::expect(std::string_view text, std::string_view where, std::string help) {
  if (take_if(text)) return;
  fail_at(where_missing(), fmt::format("expected '{}' {}", text, where), std::move(help));
}

Name ParserBase::name(std::string_view what) {
  if (peek().kind != TokenKind::Identifier || is_keyword(peek())) {
    fail(fmt::format("expected {}", what));
  }
  const Token& token = take();
  return {std::string(token.text), span_of(token)};
}

}  // namespace clew
