#include "clew/engine/explicit/word_set.hpp"

#include <gtest/gtest.h>

#include <set>

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

TEST(WordSet, KeepsWhatItWasGivenOnce) {
  for (const std::size_t stride : {std::size_t{2}, std::size_t{0}}) {
    WordSet set(stride);
    std::set<Words> expected;
    std::uint64_t value = 1;
    for (int i = 0; i < 5'000; ++i) {
      value = mix_bits(value);
      Words state(stride == 0 ? 1 + value % 4 : stride, value % 7);
      state.back() = value % 501;
      EXPECT_EQ(set.insert(state), expected.insert(state).second);
    }
    ASSERT_EQ(set.size(), expected.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto state = set.state(i);
      EXPECT_TRUE(expected.contains(Words(state.begin(), state.end())));
      EXPECT_TRUE(set.contains(state));
    }
    EXPECT_FALSE(set.contains(Words{9, 9}));
  }
}

TEST(WordFilter, KnowsAllMembersAndFewStrangers) {
  WordSet set(1);
  for (std::uint64_t i = 0; i < 10'000; ++i) set.insert(Words{i});
  const WordFilter filter(set);
  int strangers = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(filter.may_contain(Words{i}));
    strangers += filter.may_contain(Words{i + 10'000}) ? 1 : 0;
  }
  EXPECT_LT(strangers, 500);
}

TEST(WordFilter, OfNothingContainsNothing) {
  EXPECT_FALSE(WordFilter().may_contain(Words{1}));
  EXPECT_FALSE(WordFilter(WordSet(1)).may_contain(Words{1}));
}

}  // namespace
}  // namespace clew
