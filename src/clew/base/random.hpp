#pragma once

// SplitMix64 is a small random generator whose output is fixed for ever: the same seed gives the
// same numbers on every platform and with every standard library, so a random walk can be repeated
// from its seed alone. (The distributions of <random> do not promise that.)
//
//   SplitMix64 random(42);
//   const std::uint64_t die = 1 + random.below(6);
//
// The algorithm is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
// (OOPSLA 2014). Not for cryptography.

#include <cassert>
#include <cstdint>

#include "clew/base/hash.hpp"

namespace clew {

class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    return mix_bits(state_);
  }

  // A number in [0, bound), every one exactly as likely as any other.
  // REQUIRES: bound > 0
  constexpr std::uint64_t below(std::uint64_t bound) {
    assert(bound > 0);
    // 2^64 is rarely a multiple of `bound`; drawing again below the remainder removes the bias.
    const std::uint64_t remainder = (0 - bound) % bound;
    std::uint64_t drawn = next();
    while (drawn < remainder) drawn = next();
    return drawn % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace clew
