// The one hash function of Clew: XXH3 over bytes (header mode, BSD-2).  It finds a slot; identity
// is always compared on the bytes themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace clew {

std::uint64_t hash_bytes(std::span<const std::byte> bytes);

// Spreads the bits of a 64-bit value over the whole word (the finaliser of splitmix64, Steele
// 2014).
constexpr std::uint64_t mix_bits(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9ULL;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

}  // namespace clew
