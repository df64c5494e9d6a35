#include "clew/property/formula_lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/base/utf8.hpp"
#include "clew/property/formula_parser.hpp"

namespace clew {

namespace {

using enum FormulaOp;

// Longest first: the first that fits is taken.
constexpr std::array<std::string_view, 40> symbols = {
    "<=>", "==>", "<->", "&&", "||", "->", "=>", "[]", "<>", "<<", ">>", "<=", ">=", "==",
    "!=",  "/\\", "\\/", "<",  ">",  "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "!",
    "~",   "(",   ")",   "[",  "]",  "=",  ",",  "?",  ";",  ".",  ":",  "@"};

constexpr std::array<std::string_view, 16> value_operators = {
    "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};

struct Prefix {
  std::string_view text;
  FormulaOp op;
};
constexpr std::array prefixes = {
    Prefix{"!", Not},          Prefix{"~", Not},           Prefix{"not", Not},
    Prefix{"X", Next},         Prefix{"next", Next},       Prefix{"F", Finally},
    Prefix{"<>", Finally},     Prefix{"finally", Finally}, Prefix{"eventually", Finally},
    Prefix{"G", Globally},     Prefix{"[]", Globally},     Prefix{"globally", Globally},
    Prefix{"always", Globally}};

struct Infix {
  std::string_view text;
  InfixOperator meaning;
};
constexpr std::array infixes = {Infix{"<->", {Equivalent, 1, false}},
                                Infix{"iff", {Equivalent, 1, false}},
                                Infix{"equivalent", {Equivalent, 1, false}},
                                Infix{"xor", {Equivalent, 1, true}},
                                Infix{"->", {Implies, 2, false}},
                                Infix{"implies", {Implies, 2, false}},
                                Infix{"imply", {Implies, 2, false}},
                                Infix{"||", {Or, 3, false}},
                                Infix{"\\/", {Or, 3, false}},
                                Infix{"or", {Or, 3, false}},
                                Infix{"&&", {And, 4, false}},
                                Infix{"/\\", {And, 4, false}},
                                Infix{"and", {And, 4, false}},
                                Infix{"U", {Until, 5, false}},
                                Infix{"until", {Until, 5, false}},
                                Infix{"stronguntil", {Until, 5, false}},
                                Infix{"R", {Release, 5, false}},
                                Infix{"V", {Release, 5, false}},
                                Infix{"release", {Release, 5, false}},
                                Infix{"W", {WeakUntil, 5, false}},
                                Infix{"weakuntil", {WeakUntil, 5, false}},
                                Infix{"M", {StrongRelease, 5, false}}};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<FormulaToken> run() {
    while (true) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      step();
    }
    tokens_.push_back({FormulaTokenKind::End, text_.substr(at_, 0), at_});
    return std::move(tokens_);
  }

 private:
  void add(FormulaTokenKind kind, std::size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), at_});
    at_ += length;
  }

  char look(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  // The length of what joins two names at `offset`: `.`, `@`, `#`, `:` or `::` and a name behind it; behind
  // `:` also a number, as traces write processes of one type.
  std::size_t joint_at(std::size_t offset) const {
    const char c = look(offset);
    if (c != '.' && c != '@' && c != ':' && c != '#') return 0;
    const std::size_t length = c == ':' && look(offset + 1) == ':' ? 2 : 1;
    const char next = look(offset + length);
    const bool is_numbered = c == ':' && length == 1 && is_digit(next);
    return is_letter(next) || is_numbered ? length : 0;
  }

  std::size_t name_end(std::size_t offset) const {
    while (true) {
      while (is_word_character(look(offset))) ++offset;
      const std::size_t joint = joint_at(offset);
      if (joint == 0) return offset;
      offset += joint;
    }
  }

  std::size_t braces_end() const {
    std::size_t depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      if (text_[i] == '{') ++depth;
      if (text_[i] == '}' && --depth == 0) return i + 1;
    }
    return 0;
  }

  void step() {
    const char c = text_[at_];
    if (is_letter(c)) return add(FormulaTokenKind::Word, name_end(at_) - at_);
    if (is_digit(c)) {
      std::size_t end = at_;
      while (is_word_character(look(end))) ++end;
      return add(FormulaTokenKind::Number, end - at_);
    }
    const bool behind_bracket = !tokens_.empty() && tokens_.back().end() == at_ &&
                                (tokens_.back().is("]") || tokens_.back().is(")"));
    if (behind_bracket && joint_at(at_) > 0) {
      return add(FormulaTokenKind::Joined, name_end(at_ + joint_at(at_)) - at_);
    }
    if (c == '{' && !has_open_braces_) {
      const std::size_t end = braces_end();
      has_open_braces_ = end == 0;
      if (end > 0) return add(FormulaTokenKind::Braces, end - at_);
    }
    const std::string_view symbol = symbol_at(text_, at_, symbols);
    if (symbol.empty()) {
      return add(FormulaTokenKind::Unknown, std::max<std::size_t>(utf8_length(text_, at_), 1));
    }
    add(FormulaTokenKind::Symbol, symbol.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool has_open_braces_ = false;  // some that are never closed, so nobody looks for the end of others
  std::vector<FormulaToken> tokens_;
};

bool is_operator_token(const FormulaToken& token) {
  return token.kind == FormulaTokenKind::Word || token.kind == FormulaTokenKind::Symbol;
}

}  // namespace

std::vector<FormulaToken> formula_tokens(std::string_view text) { return Lexer(text).run(); }

std::vector<FormulaOp> prefix_operators(const FormulaToken& token, Logic logic) {
  if (!is_operator_token(token)) return {};
  for (const Prefix& prefix : prefixes) {
    if (token.is(prefix.text)) return {prefix.op};
  }
  if (logic == Logic::Ltl || token.text.size() > 2) return {};
  const char first = token.text.front();
  if (first != 'E' && first != 'A') return {};
  std::vector<FormulaOp> operators{first == 'E' ? ExistsPath : AllPaths};
  if (token.text.size() == 1) return operators;
  switch (token.text[1]) {
    case 'X': operators.push_back(Next); return operators;
    case 'F': operators.push_back(Finally); return operators;
    case 'G': operators.push_back(Globally); return operators;
    default: return {};
  }
}

std::optional<InfixOperator> infix_operator(const FormulaToken& token) {
  if (!is_operator_token(token)) return std::nullopt;
  for (const Infix& infix : infixes) {
    if (token.is(infix.text)) return infix.meaning;
  }
  return std::nullopt;
}

bool is_value_operator(const FormulaToken& token) {
  return token.kind == FormulaTokenKind::Symbol &&
         std::find(value_operators.begin(), value_operators.end(), token.text) !=
             value_operators.end();
}

bool is_formula_keyword(std::string_view word) {
  const FormulaToken token{FormulaTokenKind::Word, word, 0};
  return word == "true" || word == "false" || infix_operator(token) ||
         !prefix_operators(token, Logic::Ltl).empty();
}

}  // namespace clew
