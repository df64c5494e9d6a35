#include "clew/lang/dve/lexer.hpp"

#include <algorithm>
#include <array>

namespace clew::dve {

namespace {

constexpr std::array<std::string_view, 23> keywords = {
    "const",  "int",    "byte",  "channel", "process", "state", "init",    "accept",
    "commit", "assert", "trans", "guard",   "effect",  "sync",  "system",  "async",
    "true",   "false",  "not",   "and",     "or",      "imply", "property"};

// Longer symbols first.
constexpr std::array<std::string_view, 35> symbols = {
    "->", "=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "..", "{", "}", "(", ")", "[", "]", ";",
    ",",  ".",  "=",  "!",  "?",  "<",  ">",  "+",  "-",  "*",  "/", "%", "&", "|", "^", "~", ":"};

class Lexer : public LexerBase {
 public:
  Lexer(const SourceText& source, Diagnostics& diagnostics)
      : LexerBase(source, diagnostics, {"a DVE model", keywords, symbols}) {}

 protected:
  // A formula in quotes, on one line.
  bool read_special() override {
    if (text_[position_] != '"') return false;
    const std::size_t end = text_.find_first_of("\"\n", position_ + 1);
    const bool is_closed = end != std::string_view::npos && text_[end] == '"';
    if (!is_closed) diagnostics_.error(source_.span(position_, 1), "the quotes are never closed");
    add(TokenKind::Formula, is_closed ? end + 1 : std::min(end, text_.size()));
    return true;
  }
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace clew::dve
