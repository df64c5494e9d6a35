// Whole numbers without an upper end: for counting what no machine word can count.
//
//   BigUnsigned states = BigUnsigned::power_of_two(100);
//   states += BigUnsigned(1);
//   states.text();            // "1267650600228229401496703205377"
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clew {

class BigUnsigned {
 public:
  BigUnsigned() = default;
  explicit BigUnsigned(std::uint64_t value);
  static BigUnsigned power_of_two(std::uint64_t exponent);

  BigUnsigned& operator+=(const BigUnsigned& other);
  // REQUIRES: other <= *this.
  BigUnsigned& operator-=(const BigUnsigned& other);
  BigUnsigned& operator<<=(std::uint64_t count);

  bool is_zero() const { return limbs_.empty(); }
  std::optional<std::uint64_t> to_uint64() const;  // none if it does not fit
  std::uint64_t at_most_64_bits() const;           // the largest there is, if it does not fit
  double to_double() const;                        // rounded; infinite if it does not fit
  std::string text() const;                        // decimal

  friend bool operator==(const BigUnsigned&, const BigUnsigned&) = default;
  friend std::strong_ordering operator<=>(const BigUnsigned& a, const BigUnsigned& b);

 private:
  void trim();

  std::vector<std::uint32_t> limbs_;  // lowest first; the last one is not zero
};

}  // namespace clew
