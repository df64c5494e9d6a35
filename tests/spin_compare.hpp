// The same Promela text for Clew and for SPIN: do they agree?
#pragma once

#include <string>

#include "tests/spin.hpp"

namespace clew {

struct Comparison {
  enum class Outcome { Equal, Different, NotComparable };
  Outcome outcome = Outcome::Equal;
  // What each of them says, or why nothing can be said.
  std::string text;
};

// States, transitions, and (if asked for) whether there are failed assertions and invalid end
// states.  A text that SPIN takes and Clew does not is a difference.
// REQUIRES: spin is installed and Clew reads Promela
Comparison compare_with_spin(const std::string& text, const SpinQuestion& question);

// For the many small questions of a random run: gives up early.
SpinQuestion question_for_random_models();

}  // namespace clew
