#include "clew/walk/state_set.hpp"

#include <gtest/gtest.h>

#include <set>

namespace clew {
namespace {

using PackedWords = std::vector<std::uint64_t>;

TEST(PackedStateSet, KeepsWhatItWasGivenOnce) {
  for (const std::size_t stride : {std::size_t{2}, std::size_t{0}}) {
    PackedStateSet set(stride);
    std::set<PackedWords> expected;
    std::uint64_t value = 1;
    for (int i = 0; i < 5'000; ++i) {
      value = mix_bits(value);
      PackedWords state(stride == 0 ? 1 + value % 4 : stride, value % 7);
      state.back() = value % 501;
      EXPECT_EQ(set.insert(state), expected.insert(state).second);
    }
    ASSERT_EQ(set.size(), expected.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto state = set.state(i);
      EXPECT_TRUE(expected.contains(PackedWords(state.begin(), state.end())));
      EXPECT_TRUE(set.contains(state));
    }
    EXPECT_FALSE(set.contains(PackedWords{9, 9}));
  }
}

TEST(PackedStateFilter, KnowsAllMembersAndFewStrangers) {
  PackedStateSet set(1);
  for (std::uint64_t i = 0; i < 10'000; ++i) set.insert(PackedWords{i});
  const PackedStateFilter filter(set);
  int strangers = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(filter.may_contain(PackedWords{i}));
    strangers += filter.may_contain(PackedWords{i + 10'000}) ? 1 : 0;
  }
  EXPECT_LT(strangers, 500);
}

TEST(PackedStateFilter, OfNothingContainsNothing) {
  EXPECT_FALSE(PackedStateFilter().may_contain(PackedWords{1}));
  EXPECT_FALSE(PackedStateFilter(PackedStateSet(1)).may_contain(PackedWords{1}));
}

}  // namespace
}  // namespace clew
