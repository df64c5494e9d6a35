// Random small Promela models of processes that have little to do with each other, so that a reduction finds
// something to leave out, and something that it must not.  The same seed gives the same model everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

std::string random_loose_promela(std::uint64_t seed);
// Of processes that are started with channels and a number.
std::string random_started_promela(std::uint64_t seed);

}  // namespace clew
