#include "clew/space/growing_array.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace clew {
namespace {

TEST(GrowingArray, ElementsStayWhereTheyAreAndStartAsZero) {
  GrowingArray<std::uint32_t> array;
  array.grow_to(1);
  const std::uint32_t* first = &array[0];
  for (std::uint32_t i = 0; i < 100000; ++i) {
    array.grow_to(i + 1);
    EXPECT_EQ(array[i], 0u);
    array[i] = i;
  }
  EXPECT_EQ(first, &array[0]);
  for (std::uint32_t i = 0; i < 100000; ++i) ASSERT_EQ(array[i], i);
}

TEST(GrowingArray, GrowsWhileOthersUseIt) {
  constexpr std::uint32_t length = 50000;
  GrowingArray<std::atomic<std::uint32_t>> array;
  {
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < 4; ++worker) {
      threads.emplace_back([&] {
        for (std::uint32_t i = 0; i < length; ++i) {
          array.grow_to(i + 1);
          array[i].fetch_add(1);
        }
      });
    }
  }
  for (std::uint32_t i = 0; i < length; ++i) ASSERT_EQ(array[i].load(), 4u);
}

}  // namespace
}  // namespace clew
