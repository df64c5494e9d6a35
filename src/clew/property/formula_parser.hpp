// Reads formulas of LTL and CTL.
//
//   const auto read = parse_ltl("G (P_0.wait -> F {x == 1 and y == 2})", {});
//   read.ok();                              // else read.diagnostics says where and what is wrong
//   read.value().propositions[1].text;      // "x == 1 and y == 2"
//
// Propositions are expressions of the model's own language.  This parser only knows where one begins
// and where it ends; what it means, the front-end of the language will say.  docs/formulas.md has the
// grammar.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/property/formula.hpp"

namespace clew {

// A proposition as it is written; its number in the formula is its place in the list.
struct WrittenProposition {
  std::string text;        // without braces, blanks folded, definitions filled in
  std::size_t offset = 0;  // in the text of the formula, where it stands first
  std::size_t length = 0;

  friend bool operator==(const WrittenProposition&, const WrittenProposition&) = default;
};

struct ParsedFormula {
  Formulas formulas;
  FormulaId formula = no_id<FormulaId>;
  std::vector<WrittenProposition> propositions;

  std::vector<std::string> proposition_texts() const;
};

// How tightly the operators between formulas bind, from the weakest.
enum class FormulaPrecedence : std::uint8_t {
  Usual,   // <->, ->, or, and, U
  Ltsmin,  // U, ->, <->, or, and; all of them from the left
};

struct FormulaOptions {
  // Diagnostics say this name, unless the formula stands in a source of its own.
  std::string name = "formula";
  std::shared_ptr<const SourceText> source = nullptr;
  std::size_t source_offset = 0;  // where the formula begins in `source`

  // In `P->x`, written without blanks: is P a process, so that x is a variable of it?
  std::function<bool(std::string_view name)> is_process = nullptr;

  FormulaPrecedence precedence = FormulaPrecedence::Usual;

  // Names that stand for an expression.
  std::map<std::string, std::string, std::less<>> definitions = {};
  // Where the expressions of some of them begin in `source`.
  std::map<std::string, std::size_t, std::less<>> definition_offsets = {};
};

ReadResult<ParsedFormula> parse_ltl(std::string_view text, const FormulaOptions& options);
ReadResult<ParsedFormula> parse_ctl(std::string_view text, const FormulaOptions& options);

// An expression with definitions filled in.  One that needs itself stays a name in the end.
std::string with_definitions(std::string_view expression,
                             const std::map<std::string, std::string, std::less<>>& definitions);

// Whether the text, standing alone in a formula without braces, is one proposition.
bool reads_as_proposition(std::string_view text);

// Whether the word is an operator or a constant of LTL, so that a name must not look like it.
bool is_formula_keyword(std::string_view word);

}  // namespace clew
