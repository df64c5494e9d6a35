// Random small Promela models: every construct on which the counts depend, in odd combinations.
// Every seed has its own taste, so that some models are all about a few constructs.  The same seed
// gives the same model everywhere.
//
// By construction no index is out of range, nothing is divided by zero, no atomic sequence loops
// for ever, and a d_step does not block behind its first statement.  What confuses SPIN itself is
// left out, too; the places say so.  Whether the model is small, and whether SPIN takes it, only
// SPIN knows.
#pragma once

#include <cstdint>
#include <string>

#include "tests/random_promela_tree.hpp"

namespace clew {

PromelaPart random_promela(std::uint64_t seed);

// The same model, with processes that are there from the beginning instead of started by `init`.
std::string with_active_processes(std::string text);

}  // namespace clew
