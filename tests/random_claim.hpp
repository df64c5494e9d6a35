// Random claims that do more than watch for a formula: they have variables and vectors of their own, and
// guards and effects that need not have a value.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

// A DVE model with a property process that it did not have; empty if it has one.
std::string with_property_process(const std::string& text, std::uint64_t seed);

// A Promela model with one more never claim.  A never claim cannot change anything, so its variables stay
// as they are.
std::string with_never_claim(const std::string& text, std::uint64_t seed);

}  // namespace clew
