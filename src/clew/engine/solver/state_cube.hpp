// Sets of states given by the values of some bits; every other bit may have any value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace clew {

enum class BitValue : std::uint32_t {};  // bit * 2, and 1 more if it is false

constexpr BitValue bit_value(std::size_t bit, bool value) {
  return static_cast<BitValue>(bit * 2 + (value ? 0U : 1U));
}
constexpr std::uint32_t bit_of(BitValue value) { return static_cast<std::uint32_t>(value) / 2; }
constexpr bool is_set(BitValue value) { return (static_cast<std::uint32_t>(value) & 1U) == 0; }

using StateCube = std::vector<BitValue>;  // rising

// Every state of `b` is one of `a`.
inline bool contains(const StateCube& a, const StateCube& b) {
  return a.size() <= b.size() && std::includes(b.begin(), b.end(), a.begin(), a.end());
}

inline StateCube without(const StateCube& cube, BitValue value) {
  StateCube rest;
  for (const BitValue each : cube) {
    if (each != value) rest.push_back(each);
  }
  return rest;
}

}  // namespace clew
