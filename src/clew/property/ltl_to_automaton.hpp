// From formulas of LTL to automata.
//
//   const Translation made = ltl_to_automaton(formulas, formula, {});
//   if (made.refusal.empty()) const BuchiAutomaton buchi = to_buchi(made.automaton);
//
// A checker asks for the automaton of the negation: its accepting runs are the counterexamples.
//
// The construction is a tableau (Gerth, Peled, Vardi and Wolper 1995) with promises on edges
// (Couvreur 1999): a state is a set of formulas that have to hold from here on.  Their expansion says
// for each way to satisfy them what must be true now, what must hold from the next position on, and
// which promises (the b of a U b) are put off; an edge that does not put off a promise has its mark.
// Sets with equal expansions are one state.  Then the automaton is reduced (automaton_reduce.hpp).
//
// The same formula always gives the same automaton.
#pragma once

#include <string>

#include "clew/property/automaton.hpp"
#include "clew/property/formula.hpp"

namespace clew {

struct TranslationOptions {
  bool simplify = true;  // the formula, first
  bool reduce = true;    // the automaton, afterwards
  // --- the price: beyond these, the translation is refused
  std::size_t states_max = 100'000;
  std::size_t edges_max = 500'000;
};

struct Translation {
  FormulaId formula = no_id<FormulaId>;  // what was translated: in negation normal form, simplified
  Automaton automaton;
  std::string refusal;  // empty, or a sentence; then there is no automaton
};

// REQUIRES: the formula is LTL.
Translation ltl_to_automaton(Formulas& formulas, FormulaId formula,
                             const TranslationOptions& options);

}  // namespace clew
