// Random formulas of CTL, and what they say of a small graph by the definition of each operator: slow,
// obvious, and in no way like property/ctl_check.
//
//   CtlFormula ctl = random_ctl(propositions, operators_max, seed);
//   NaiveCtl naive(rows, labels, ctl.formulas);
//   naive.is_true(ctl.formula, node);
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clew/property/ctl_formula.hpp"

namespace clew {

// With propositions of these texts, and about so many operators.
CtlFormula random_ctl(std::vector<std::string> propositions, unsigned operators_max,
                      std::uint64_t seed);

class NaiveCtl {
 public:
  using Rows = std::vector<std::vector<std::uint32_t>>;  // successors, by node; may be empty

  // `labels` says by proposition, then by node, whether it is true.
  // REQUIRES: the formulas outlive this.
  NaiveCtl(Rows rows, std::vector<std::vector<bool>> labels, const Formulas& formulas);

  bool is_true(FormulaId formula, std::uint32_t node) { return nodes_of(formula)[node]; }
  bool has_transition(std::uint32_t source, std::uint32_t target) const;
  const Rows& rows() const { return rows_; }

 private:
  using Nodes = std::vector<bool>;
  const Nodes& nodes_of(FormulaId formula);
  Nodes label(FormulaId formula);
  Nodes quantified(FormulaId formula);
  Nodes next(const Nodes& nodes, bool on_all_paths) const;

  Rows rows_;
  std::vector<std::vector<bool>> labels_;
  const Formulas& formulas_;
  std::map<FormulaId, Nodes> known_;
};

}  // namespace clew
