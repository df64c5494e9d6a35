// Makes automata smaller without changing their language.
#pragma once

#include "clew/property/automaton.hpp"

namespace clew {

enum class Acceptance : std::uint8_t {
  OnEdges,
  OnStates,  // one mark, and the edges that leave a state all have it or none has
};

// Drops states that are unreachable or from which nothing is accepted, and marks that decide
// nothing.  The initial state becomes number 0, the others follow in breadth-first order.
void prune(Automaton& automaton, Acceptance acceptance);

// Prunes, and merges states by direct simulation; drops edges that others make superfluous, and
// narrows the guards of those that are superfluous for some letters.  Large automata are treated
// with cheaper means.
void reduce(Automaton& automaton, Acceptance acceptance);

// Uses as few marks as are needed, component by component.  The automaton has to be pruned.
void reduce_marks(Automaton& automaton);

// The same language with accepting states, reduced if `reduced`.  The automaton has to be pruned.
// Several orders of the marks are tried.
BuchiAutomaton to_buchi(const Automaton& automaton, bool reduced = true);

}  // namespace clew
