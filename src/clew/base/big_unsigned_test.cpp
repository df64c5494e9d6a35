#include "clew/base/big_unsigned.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

BigUnsigned factorial(std::uint64_t n) {
  BigUnsigned result(1);
  for (std::uint64_t i = 2; i <= n; ++i) {
    const BigUnsigned once = result;
    for (std::uint64_t k = 1; k < i; ++k) result += once;
  }
  return result;
}

TEST(BigUnsigned, IsWrittenInDecimal) {
  EXPECT_EQ(BigUnsigned().text(), "0");
  EXPECT_EQ(BigUnsigned(1'000'000'000).text(), "1000000000");
  EXPECT_EQ(BigUnsigned(~std::uint64_t{0}).text(), "18446744073709551615");
  EXPECT_EQ(BigUnsigned::power_of_two(100).text(), "1267650600228229401496703205376");
  EXPECT_EQ(factorial(30).text(), "265252859812191058636308480000000");
}

TEST(BigUnsigned, CarriesAndBorrowsThroughAllLimbs) {
  BigUnsigned number = BigUnsigned::power_of_two(128);
  number -= BigUnsigned(1);
  EXPECT_EQ(number.text(), "340282366920938463463374607431768211455");
  number += BigUnsigned(1);
  EXPECT_EQ(number, BigUnsigned::power_of_two(128));
  number -= number;
  EXPECT_TRUE(number.is_zero());
}

TEST(BigUnsigned, TellsWhetherItFitsAWord) {
  EXPECT_EQ(BigUnsigned(~std::uint64_t{0}).to_uint64(), ~std::uint64_t{0});
  EXPECT_EQ(BigUnsigned::power_of_two(64).to_uint64(), std::nullopt);
  EXPECT_EQ(BigUnsigned::power_of_two(70).to_double(), 1180591620717411303424.0);
}

TEST(BigUnsigned, IsOrderedBySize) {
  EXPECT_LT(BigUnsigned(5), BigUnsigned::power_of_two(40));
  EXPECT_LT(BigUnsigned(5), BigUnsigned(7));
  EXPECT_GT(BigUnsigned::power_of_two(65), BigUnsigned::power_of_two(64));
}

}  // namespace
}  // namespace clew
