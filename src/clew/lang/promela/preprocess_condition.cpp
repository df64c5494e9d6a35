#include "clew/lang/promela/preprocess_condition.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>

#include "clew/base/token_cursor.hpp"

namespace clew::promela {

namespace {

// Each parenthesis takes several.
constexpr int condition_nesting_max = 1000;

struct Level {
  std::string_view text;
  int level;
};

constexpr std::array levels = {
    Level{"||", 1}, Level{"&&", 2}, Level{"|", 3},  Level{"^", 4},  Level{"&", 5},  Level{"==", 6},
    Level{"!=", 6}, Level{"<", 7},  Level{"<=", 7}, Level{">", 7},  Level{">=", 7}, Level{"<<", 8},
    Level{">>", 8}, Level{"+", 9},  Level{"-", 9},  Level{"*", 10}, Level{"/", 10}, Level{"%", 10}};

struct ConditionError {};

class Condition : private TokenCursor<Token> {
 public:
  Condition(const std::vector<Token>& tokens, SourceSpan directive, Diagnostics& diagnostics)
      : directive_(directive), diagnostics_(diagnostics) {
    read_from(tokens);
  }

  std::int64_t run() {
    const std::int64_t value = choice(true);
    if (!at_end()) fail("expected the end of the condition");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view expectation) {
    diagnostics_.error(at_end() ? directive_ : peek().span,
                       fmt::format("{}, found {}", expectation,
                                   at_end() ? std::string("the end of the line")
                                            : fmt::format("'{}'", peek().text.substr(0, 60))));
    throw ConditionError{};
  }

  void enter() {
    if (++nesting_ <= condition_nesting_max) return;
    diagnostics_.error(directive_, "the condition is nested too deeply");
    throw ConditionError{};
  }

  // What is not `live` is read but not judged: the right side of a decided && may divide by zero.
  std::int64_t choice(bool live) {
    enter();
    const std::int64_t condition = binary(1, live);
    std::int64_t value = condition;
    if (take_if("?")) {
      const std::int64_t yes = choice(live && condition != 0);
      if (!take_if(":")) fail("expected ':' after the first value of '?'");
      const std::int64_t no = choice(live && condition == 0);
      value = condition != 0 ? yes : no;
    }
    --nesting_;
    return value;
  }

  std::int64_t binary(int level_min, bool live) {
    enter();
    std::int64_t left = unary(live);
    for (const Level* found = operator_here(); found != nullptr && found->level >= level_min;
         found = operator_here()) {
      const SourceSpan at = peek().span;
      take();
      const bool decided = (found->text == "&&" && left == 0) || (found->text == "||" && left != 0);
      const std::int64_t right = binary(found->level + 1, live && !decided);
      left = apply(found->text, left, right, live, at);
    }
    --nesting_;
    return left;
  }

  const Level* operator_here() const {
    for (const Level& candidate : levels) {
      if (peek().is(candidate.text)) return &candidate;
    }
    return nullptr;
  }

  std::int64_t apply(std::string_view op, std::int64_t left, std::int64_t right, bool live,
                     SourceSpan at) {
    // Unsigned, since an overflow is nobody's intention but must not be undefined.
    const auto a = static_cast<std::uint64_t>(left);
    const auto b = static_cast<std::uint64_t>(right);
    if (op == "||") return left != 0 || right != 0;
    if (op == "&&") return left != 0 && right != 0;
    if (op == "|") return left | right;
    if (op == "^") return left ^ right;
    if (op == "&") return left & right;
    if (op == "==") return left == right;
    if (op == "!=") return left != right;
    if (op == "<") return left < right;
    if (op == "<=") return left <= right;
    if (op == ">") return left > right;
    if (op == ">=") return left >= right;
    if (op == "<<") return static_cast<std::int64_t>(a << (b & 63));
    if (op == ">>") return left >> (b & 63);
    if (op == "+") return static_cast<std::int64_t>(a + b);
    if (op == "-") return static_cast<std::int64_t>(a - b);
    if (op == "*") return static_cast<std::int64_t>(a * b);
    return divide(op == "/", left, right, live, at);
  }

  std::int64_t divide(bool quotient, std::int64_t left, std::int64_t right, bool live,
                      SourceSpan at) {
    if (right == 0 && live) {
      diagnostics_.error(at, "the condition divides by zero");
      throw ConditionError{};
    }
    if (right == 0) return 0;
    if (right == -1) {
      return quotient ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(left)) : 0;
    }
    return quotient ? left / right : left % right;
  }

  std::int64_t unary(bool live) {
    enter();
    std::int64_t value = 0;
    if (take_if("!")) {
      value = unary(live) == 0;
    } else if (take_if("!!")) {
      value = unary(live) != 0;
    } else if (take_if("-")) {
      value = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(unary(live)));
    } else if (take_if("+")) {
      value = unary(live);
    } else if (take_if("~")) {
      value = ~unary(live);
    } else {
      value = primary(live);
    }
    --nesting_;
    return value;
  }

  std::int64_t primary(bool live) {
    if (take_if("(")) {
      const std::int64_t value = choice(live);
      if (!take_if(")")) fail("expected ')' in the condition");
      return value;
    }
    const Token& token = peek();
    if (token.is_word()) {
      take();
      return 0;
    }
    if (token.kind == TokenKind::Number) {
      take();
      return token.number;
    }
    // C writes the suffixes of long and unsigned numbers, which Promela does not have.
    if (token.kind == TokenKind::Stray && !token.text.empty() && token.text.front() >= '0' &&
        token.text.front() <= '9') {
      const std::size_t digits = token.text.find_first_not_of("0123456789");
      if (token.text.find_first_not_of("uUlL", digits) == std::string_view::npos) {
        take();
        return tokenize_made(token.text.substr(0, digits), token.span).front().number;
      }
    }
    fail("expected a value in the condition");
  }

  SourceSpan directive_;
  Diagnostics& diagnostics_;
  int nesting_ = 0;
};

}  // namespace

std::optional<std::int64_t> evaluate_condition(const std::vector<Token>& tokens,
                                               SourceSpan directive, Diagnostics& diagnostics) {
  try {
    return Condition(tokens, directive, diagnostics).run();
  } catch (const ConditionError&) {
    return std::nullopt;
  }
}

}  // namespace clew::promela
