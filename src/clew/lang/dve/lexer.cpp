#include "clew/lang/dve/lexer.hpp"

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

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
  return LexerBase(source, diagnostics, {"a DVE model", keywords, symbols}).run();
}

}  // namespace clew::dve
