#include "clew/walk/long_stack.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace clew {
namespace {

TEST(LongStack, KeepsWhatLiesBelow) {
  LongStack<std::uint64_t> stack;
  EXPECT_TRUE(stack.empty());
  for (std::uint64_t i = 0; i < 100'000; ++i) stack.push(i);
  stack.push(std::vector<std::uint64_t>{7, 8, 9});
  EXPECT_EQ(stack.size(), 100'003U);
  EXPECT_EQ(stack.back(), 9U);
  stack.truncate(50'000);
  EXPECT_EQ(stack.back(), 49'999U);
  EXPECT_EQ(stack.data()[1'000], 1'000U);
}

}  // namespace
}  // namespace clew
