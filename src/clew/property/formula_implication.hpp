// What can be seen of formulas of LTL without building automata.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "clew/property/formula.hpp"

namespace clew {

// Answers are certain when they are yes; a no may mean: it was not seen.  Formulas have to be in
// negation normal form, with the operands of And and Or sorted.
class FormulaFacts {
 public:
  explicit FormulaFacts(Formulas& formulas) : formulas_(formulas) {}

  // If some suffix of a word satisfies the formula, the word does: F f and f say the same.
  bool is_eventual(FormulaId formula);
  // If a word satisfies the formula, all its suffixes do: G f and f say the same.
  bool is_universal(FormulaId formula);
  // Both: the formula speaks of the far future only, and X f and f say the same.
  bool is_timeless(FormulaId formula) { return is_eventual(formula) && is_universal(formula); }

  // Every word that satisfies `stronger` satisfies `weaker`.
  bool implies(FormulaId stronger, FormulaId weaker);

  // The negation, of the same form.
  FormulaId negation(FormulaId formula);

 private:
  bool compute_eventual(const FormulaNode& node);
  bool compute_universal(const FormulaNode& node);
  bool compute_implies(FormulaId stronger, FormulaId weaker);
  bool implies_by_left(const FormulaNode& stronger, FormulaId weaker);
  bool implies_by_right(FormulaId stronger, const FormulaNode& weaker);
  bool implies_by_both(const FormulaNode& stronger, const FormulaNode& weaker);

  Formulas& formulas_;
  std::unordered_map<FormulaId, bool> eventual_;
  std::unordered_map<FormulaId, bool> universal_;
  std::unordered_map<FormulaId, FormulaId> negations_;
  std::map<std::pair<FormulaId, FormulaId>, bool> implied_;
};

}  // namespace clew
