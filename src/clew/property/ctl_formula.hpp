// What can be seen of a CTL formula without any graph: what kind of question it is, and how little of
// a graph is enough to answer it.
//
//   asks_existence(ctl)          // EF p, !AG p, EF p && EX q: a path is the answer, if there is one
//   reach_question(ctl)          // AG p, EF p: one state decides
//   decided_by_labels(ctl, bits) // in a state where p is false, E[p U q] is q
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/property/formula.hpp"

namespace clew {

struct CtlFormula {
  Formulas formulas;
  FormulaId formula = no_id<FormulaId>;
  std::vector<std::string> propositions;  // their texts, for people

  std::string text_of_part(FormulaId part) const { return text_of(formulas, part, propositions); }
};

// Has no temporal operator.
bool is_propositional(const Formulas& formulas, FormulaId formula);

// A question of existence: with all negations pushed inwards, its outermost quantifiers are all E,
// and there is one.  Everything else is a requirement.
bool asks_existence(const CtlFormula& ctl);

// A quantified formula, or its negation, as something that a single path can show or that speaks of
// all paths: E[a U b] being true and A[a R b] being false are both "some path has b (or !b) in the end".
struct PathFact {
  FormulaOp op = FormulaOp::Next;  // Next .. StrongRelease
  bool some_path = false;          // else: all paths
  bool wanted = true;              // the operands have this truth value where `op` speaks of them
  std::vector<FormulaId> operands;

  FormulaId left() const { return operands.front(); }
  FormulaId right() const { return operands.back(); }
};
// REQUIRES: `formula` is quantified.
PathFact path_fact(const Formulas& formulas, FormulaId formula, bool is_true);

// AG p and EF p: one reachable state decides.
struct ReachQuestion {
  FormulaId operand = no_id<FormulaId>;
  bool wanted = true;         // a state where the operand has this value decides;
  bool decides_true = false;  // it makes the formula this
};
std::optional<ReachQuestion> reach_question(const CtlFormula& ctl);

// AG EF p and EF AG p: a terminal component decides in which the operand has the value `wanted`
// everywhere.
struct TerminalQuestion {
  FormulaId operand = no_id<FormulaId>;
  bool wanted = true;
  bool decides_true = false;
};
std::optional<TerminalQuestion> terminal_question(const CtlFormula& ctl);

// EG p and AF p: a lasso decides on which the operand keeps the value `wanted`.
struct LassoQuestion {
  FormulaId operand = no_id<FormulaId>;
  bool wanted = true;
  bool decides_true = false;
};
std::optional<LassoQuestion> lasso_question(const CtlFormula& ctl);

// The truth of a propositional formula under labels: bit i says whether proposition i is true.
// REQUIRES: is_propositional(formula); at most 64 propositions.
bool is_true_under(const Formulas& formulas, FormulaId formula, std::uint64_t labels);

// How much of the graph a formula needs.
class CtlHorizon {
 public:
  // REQUIRES: outlives this.
  explicit CtlHorizon(const CtlFormula& ctl);

  // True if all temporal subformulas have a truth value in a state with these labels, whatever its
  // successors are.
  bool is_closed(std::uint64_t labels) const;
  // True if a state with these labels, reached through states that are not closed, decides the whole
  // formula.
  bool is_decisive(std::uint64_t labels) const;
  // States at this level need not be expanded.
  std::uint64_t level_max() const { return level_max_; }

 private:
  using Value = std::optional<bool>;  // none: it depends on the successors
  Value value_of(FormulaId formula, std::uint64_t labels, bool& closed) const;
  Value quantified(FormulaId formula, std::uint64_t labels, bool& closed) const;

  const CtlFormula& ctl_;
  std::uint64_t level_max_;
  std::optional<bool> decisive_;  // the value of the formula that ends the search
};

}  // namespace clew
