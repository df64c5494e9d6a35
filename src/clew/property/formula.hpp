// Formulas of temporal logic, each kept once.
//
//   Formulas formulas;
//   const FormulaId p = formulas.proposition(0);
//   const FormulaId q = formulas.proposition(1);
//   const FormulaId f = formulas.make(FormulaOp::Globally,
//       formulas.make(FormulaOp::Implies, p, formulas.make(FormulaOp::Finally, q)));
//   text_of(formulas, f, {"p", "q"});   // "G (p -> F q)"
//
// Equal formulas have equal ids, so comparing them is comparing numbers, and what is computed for a
// formula can be remembered by its id.  Propositions are numbers here; what they mean is known to
// whoever reads the formula.
//
// Threads: reading from several is fine, making formulas is not.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "clew/base/ids.hpp"

namespace clew {

enum class FormulaId : std::uint32_t {};

enum class FormulaOp : std::uint8_t {
  False,
  True,
  Proposition,
  Not,
  And,  // any number of operands, at least two
  Or,   // the same
  Implies,
  Equivalent,
  Next,
  Finally,
  Globally,
  Until,          // a U b: b comes, and a holds up to then
  Release,        // a R b: b holds up to the moment when a holds too, or for ever
  WeakUntil,      // a W b: a U b, or a for ever
  StrongRelease,  // a M b: a R b, and a comes
  ExistsPath,     // E
  AllPaths,       // A
};

bool is_temporal(FormulaOp op);    // Next .. StrongRelease
bool is_quantifier(FormulaOp op);  // ExistsPath, AllPaths
bool is_binary_temporal(FormulaOp op);
// The operator that says of negated operands the negation of what `op` says.
FormulaOp dual_of(FormulaOp op);

struct FormulaNode {
  FormulaOp op = FormulaOp::False;
  std::uint32_t proposition = 0;  // for Proposition
  std::uint32_t height = 1;       // of the tree below, this node counted
  std::vector<FormulaId> operands;

  FormulaId left() const { return operands[0]; }
  FormulaId right() const { return operands[1]; }
};

class Formulas {
 public:
  Formulas();

  // References stay valid while formulas are added.
  const FormulaNode& operator[](FormulaId id) const { return nodes_[to_index(id)]; }
  FormulaOp op(FormulaId id) const { return nodes_[to_index(id)].op; }
  std::size_t size() const { return nodes_.size(); }

  FormulaId constant(bool value) const { return to_id<FormulaId>(value ? 1 : 0); }
  FormulaId proposition(std::uint32_t number);

  // Nothing is simplified, except that And and Or in themselves become one, and that And and Or of
  // one operand are that operand (of none: true, false).
  FormulaId make(FormulaOp op, FormulaId operand);
  FormulaId make(FormulaOp op, FormulaId left, FormulaId right);
  FormulaId make(FormulaOp op, const std::vector<FormulaId>& operands);  // And, Or

 private:
  FormulaId intern(FormulaOp op, std::uint32_t proposition, std::vector<FormulaId> operands);

  std::deque<FormulaNode> nodes_;
  std::map<std::tuple<FormulaOp, std::uint32_t, std::vector<FormulaId>>, FormulaId> known_;
};

// Why a formula does not belong to a logic, and which part of it is to blame.
struct FormulaObjection {
  FormulaId formula = no_id<FormulaId>;
  std::string reason;  // "the operator 'F' stands under no quantifier"
};

// LTL has no quantifiers.
std::optional<FormulaObjection> ltl_objection(const Formulas& formulas, FormulaId formula);
// In CTL every temporal operator stands directly under a quantifier, and quantifiers only there.
std::optional<FormulaObjection> ctl_objection(const Formulas& formulas, FormulaId formula);

inline bool is_ltl(const Formulas& formulas, FormulaId formula) {
  return !ltl_objection(formulas, formula);
}
inline bool is_ctl(const Formulas& formulas, FormulaId formula) {
  return !ctl_objection(formulas, formula);
}

// The formula with negations at propositions only, and without Implies and Equivalent; of
// `negated`, the negation of the formula.  Takes time in the number of distinct subformulas.
FormulaId negation_normal_form(Formulas& formulas, FormulaId formula, bool negated = false);

// Every number of a proposition in the formula is below this one.
std::uint32_t proposition_count(const Formulas& formulas, FormulaId formula);

// How many operators the formula has, each subformula counted as often as it is written; stops
// counting at a million.
std::uint64_t operator_count(const Formulas& formulas, FormulaId formula);

// "F", "&&", ...; empty for constants and propositions.
std::string_view name_of(FormulaOp op);

// As the parser reads it, with as few parentheses as are needed, but for those around comparisons
// beside && and operators that bind tighter.  `propositions` are the texts; braces are added where a
// text would be read as something else.
std::string text_of(const Formulas& formulas, FormulaId formula,
                    const std::vector<std::string>& propositions);

}  // namespace clew
