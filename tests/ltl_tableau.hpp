// LTL over small graphs decided by guessing: an oracle for everything between a formula and its
// verdict. It knows nothing of the translation, of automata and of the searches.
//
//   violates(formulas, formula, graph);   // is there an infinite path that does not satisfy it?
//
// O. Lichtenstein, A. Pnueli, "Checking that finite state concurrent programs satisfy their linear
// specification" (1985). A node is paired with a guess for each temporal subformula: is it true from
// here on? Each guess has to agree with what is true here and with the guess at the successor, and
// what is put off (or denied) for ever must not be. Takes time in 4^(number of temporal subformulas).
#pragma once

#include <cstdint>
#include <vector>

#include "clew/property/formula.hpp"

namespace clew {

// Letters are masks of true propositions. A node without successors stutters.
struct LabelledGraph {
  std::vector<std::vector<std::uint32_t>> successors;  // by node
  std::vector<std::uint64_t> letters;                  // by node
  std::vector<std::uint32_t> initial;
};

// REQUIRES: the formula is LTL
std::size_t temporal_count(const Formulas& formulas, FormulaId formula);

// REQUIRES: temporal_count(formulas, formula) <= 10
bool violates(const Formulas& formulas, FormulaId formula, const LabelledGraph& graph);

}  // namespace clew
