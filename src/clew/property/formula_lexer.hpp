// The words of a formula.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/property/formula.hpp"

namespace clew {

enum class FormulaTokenKind : std::uint8_t {
  Word,    // an identifier, also with '.', '@', ':', '::' and '#' inside
  Joined,  // the same, beginning with one of these, straight behind a bracket: the `.x` of `a[1].x`
  Number,
  Symbol,
  Braces,   // { ... } as a whole
  Unknown,  // what no formula can contain
  End,
};

struct FormulaToken {
  FormulaTokenKind kind = FormulaTokenKind::End;
  std::string_view text;
  std::size_t offset = 0;

  bool is_end() const { return kind == FormulaTokenKind::End; }
  std::size_t end() const { return offset + text.size(); }
  bool is(std::string_view other) const { return text == other; }
};

// Ends with a token of kind End.
std::vector<FormulaToken> formula_tokens(std::string_view text);

enum class Logic : std::uint8_t { Ltl, Ctl };

// What an operator before its operand stands for, outermost first: `EX` is {ExistsPath, Next}.
std::vector<FormulaOp> prefix_operators(const FormulaToken& token, Logic logic);

// An operator between its operands, by how tightly it binds: 1 (<->) to 5 (U).
struct InfixOperator {
  FormulaOp op = FormulaOp::And;
  int level = 0;
  bool negated = false;  // xor
};
std::optional<InfixOperator> infix_operator(const FormulaToken& token);

// Comparison or arithmetic: what continues a proposition.
bool is_value_operator(const FormulaToken& token);

}  // namespace clew
