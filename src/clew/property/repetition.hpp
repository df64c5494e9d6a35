// Does an automaton count how often a letter stands in a row?
//
//   repetition_in(X a)      // Counted
//   repetition_in(a U b)    // Ignored
//
// Ignored: of two words in which the same letters follow one another, each repeated as often as you
// like, it accepts both or neither ("invariant under stuttering").  Searches that leave out moves need that.
#pragma once

#include <cstdint>

#include "clew/property/automaton.hpp"

namespace clew {

enum class Repetition : std::uint8_t {
  Ignored,
  Counted,
  Unknown,  // the automaton is too large to find out
};

Repetition repetition_in(const BuchiAutomaton& automaton);

}  // namespace clew
