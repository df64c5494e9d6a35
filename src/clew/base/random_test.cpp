#include "clew/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace clew {
namespace {

TEST(SplitMix64, GivesThePublishedNumbersForSeed1234567) {
  SplitMix64 random(1234567);
  const std::vector<std::uint64_t> drawn = {random.next(), random.next(), random.next()};
  EXPECT_EQ(drawn, (std::vector<std::uint64_t>{6457827717110365317u, 3203168211198807973u,
                                               9817491932198370423u}));
}

TEST(SplitMix64, DrawsEveryNumberBelowTheBoundAboutEquallyOften) {
  SplitMix64 random(1);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 500);
}

TEST(SplitMix64, BelowOneIsAlwaysZero) {
  SplitMix64 random(7);
  EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
}  // namespace clew
