// Formulas of LTL judged by brute force on lasso words: an oracle for automata.
//
//   const auto words = lasso_words(2, 4);          // all of up to four letters over two propositions
//   truth_on(formulas, formula, words)[i];         // does words[i] satisfy the formula?
//   accepted_by(automaton, words)[i];              // is there an accepting run on words[i]?
#pragma once

#include <cstdint>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/property/automaton.hpp"
#include "clew/property/formula.hpp"

namespace clew {

// An infinite word: some letters, of which those from `loop_start` on are repeated for ever.
struct LassoWord {
  std::vector<std::uint64_t> letters;
  std::size_t loop_start = 0;
};

// Every lasso of up to `length_max` letters, words that share a loop one after the other.
std::vector<LassoWord> lasso_words(unsigned proposition_count, std::size_t length_max);

std::vector<bool> truth_on(const Formulas& formulas, FormulaId formula,
                           const std::vector<LassoWord>& words);

std::vector<bool> accepted_by(const Automaton& automaton, const std::vector<LassoWord>& words);
std::vector<bool> accepted_by(const BuchiAutomaton& automaton, const std::vector<LassoWord>& words);

// A formula of about `operators` operators.
FormulaId random_ltl(Formulas& formulas, SplitMix64& random, unsigned operators,
                     unsigned proposition_count);

}  // namespace clew
