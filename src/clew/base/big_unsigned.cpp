#include "clew/base/big_unsigned.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clew {

BigUnsigned::BigUnsigned(std::uint64_t value) {
  for (; value != 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
}

BigUnsigned BigUnsigned::power_of_two(std::uint64_t exponent) {
  BigUnsigned result(1);
  result <<= exponent;
  return result;
}

BigUnsigned& BigUnsigned::operator+=(const BigUnsigned& other) {
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size(), 0);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size() && (carry != 0 || i < other.limbs_.size()); ++i) {
    const std::uint64_t addend = i < other.limbs_.size() ? other.limbs_[i] : 0;
    carry += limbs_[i] + addend;
    limbs_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  return *this;
}

BigUnsigned& BigUnsigned::operator-=(const BigUnsigned& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size() && (borrow != 0 || i < other.limbs_.size()); ++i) {
    const std::uint64_t taken = borrow + (i < other.limbs_.size() ? other.limbs_[i] : 0);
    borrow = limbs_[i] < taken ? 1 : 0;
    limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - taken);
  }
  trim();
  return *this;
}

BigUnsigned& BigUnsigned::operator<<=(std::uint64_t count) {
  if (limbs_.empty() || count == 0) return *this;
  const std::uint64_t bits = count % 32;
  std::uint64_t carry = 0;
  for (std::uint32_t& limb : limbs_) {
    carry |= static_cast<std::uint64_t>(limb) << bits;
    limb = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  limbs_.insert(limbs_.begin(), static_cast<std::size_t>(count / 32), 0);
  return *this;
}

std::uint64_t BigUnsigned::at_most_64_bits() const {
  return to_uint64().value_or(std::numeric_limits<std::uint64_t>::max());
}

std::optional<std::uint64_t> BigUnsigned::to_uint64() const {
  if (limbs_.size() > 2) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) value = value << 32 | limbs_[i];
  return value;
}

double BigUnsigned::to_double() const {
  double value = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) value = std::ldexp(value, 32) + limbs_[i];
  return value;
}

std::string BigUnsigned::text() const {
  constexpr std::uint32_t chunk = 1'000'000'000;
  std::string reversed;
  std::vector<std::uint32_t> rest = limbs_;
  do {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      remainder = remainder << 32 | rest[i];
      rest[i] = static_cast<std::uint32_t>(remainder / chunk);
      remainder %= chunk;
    }
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
    for (int digit = 0; digit < 9 && (!rest.empty() || remainder != 0); ++digit) {
      reversed += static_cast<char>('0' + remainder % 10);
      remainder /= 10;
    }
  } while (!rest.empty());
  if (reversed.empty()) reversed += '0';
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::strong_ordering operator<=>(const BigUnsigned& a, const BigUnsigned& b) {
  if (const auto order = a.limbs_.size() <=> b.limbs_.size(); order != 0) return order;
  return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(),
                                                b.limbs_.rbegin(), b.limbs_.rend());
}

void BigUnsigned::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace clew
