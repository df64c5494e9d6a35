// A shuffle of all numbers of `bits` bits: one to one, so that it can be undone, and mixing well, so
// that keys which differ in one bit end up far apart.
//
//   const KeyMix mix(20);
//   mix.unmix(mix.mix(key)) == key;   // for every key below 2^20
//
// Two rounds of multiply and xor-shift, as in the finaliser of splitmix64 (Steele 2014), but on
// `bits` bits: an odd factor can be divided out modulo 2^bits, and a xor-shift by at least half of
// the bits undoes itself.
#pragma once

#include <cstdint>

namespace clew {

class KeyMix {
 public:
  // REQUIRES: 1 <= bits <= 64
  explicit constexpr KeyMix(unsigned bits)
      : mask_(~std::uint64_t{0} >> (64 - bits)), shift_((bits + 1) / 2) {}

  constexpr std::uint64_t mix(std::uint64_t key) const {
    key ^= key >> shift_;
    key = (key * factor_1) & mask_;
    key ^= key >> shift_;
    key = (key * factor_2) & mask_;
    return key ^ (key >> shift_);
  }
  constexpr std::uint64_t unmix(std::uint64_t mixed) const {
    mixed ^= mixed >> shift_;
    mixed = (mixed * inverse(factor_2)) & mask_;
    mixed ^= mixed >> shift_;
    mixed = (mixed * inverse(factor_1)) & mask_;
    return mixed ^ (mixed >> shift_);
  }

 private:
  static constexpr std::uint64_t factor_1 = 0xbf58476d1ce4e5b9ULL;
  static constexpr std::uint64_t factor_2 = 0x94d049bb133111ebULL;

  // Newton's iteration modulo 2^64; every step doubles the number of right bits, x * x == 1 modulo 8
  // gives the first three.
  static constexpr std::uint64_t inverse(std::uint64_t factor) {
    std::uint64_t result = factor;
    for (int step = 0; step < 5; ++step) result *= 2 - factor * result;
    return result;
  }

  std::uint64_t mask_;
  unsigned shift_;
};

}  // namespace clew
