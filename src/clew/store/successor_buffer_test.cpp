#include "clew/store/successor_buffer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

Words copied(std::span<const std::uint64_t> words) { return {words.begin(), words.end()}; }

TEST(SuccessorBuffer, KeepsStatesOfOneLengthInOrder) {
  SuccessorBuffer out(2);
  for (std::uint64_t i = 0; i < 10'000; ++i) out.add(Words{i, i + 1});
  ASSERT_EQ(out.count(), 10'000U);
  EXPECT_EQ(copied(out.state(0)), (Words{0, 1}));
  EXPECT_EQ(copied(out.state(9'999)), (Words{9'999, 10'000}));
  out.clear();
  EXPECT_EQ(out.count(), 0U);
}

TEST(SuccessorBuffer, KeepsStatesOfDifferentLengthsInOrder) {
  SuccessorBuffer out(0);
  for (std::uint64_t i = 0; i < 10'000; ++i) out.add(Words(1 + i % 3, i));
  ASSERT_EQ(out.count(), 10'000U);
  EXPECT_EQ(copied(out.state(4)), (Words{4, 4}));
  const StateBatch batch = out.batch(nullptr);
  EXPECT_EQ(batch.count, 10'000U);
  EXPECT_EQ(copied(batch.state(9'998)), (Words(3, 9'998)));
}

TEST(SuccessorBuffer, DropsWhatWasAppendedLast) {
  SuccessorBuffer fixed(2);
  fixed.add(Words{1, 2});
  fixed.add(Words{3, 4});
  fixed.drop_behind(2);
  EXPECT_EQ(fixed.count(), 1U);
  SuccessorBuffer mixed(0);
  mixed.add(Words{1, 2});
  const std::size_t before = mixed.word_count();
  mixed.add(Words{3});
  mixed.add(Words{4, 5, 6});
  mixed.drop_behind(before);
  mixed.add(Words{7});
  ASSERT_EQ(mixed.count(), 2U);
  EXPECT_EQ(copied(mixed.state(0)), (Words{1, 2}));
  EXPECT_EQ(copied(mixed.state(1)), Words{7});
}

TEST(SuccessorBuffer, TakesWhatIsWrittenPastItsFunctions) {
  SuccessorBuffer out(1);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    if (out.next == out.end) out.make_room(1);
    *out.next++ = i;
  }
  EXPECT_EQ(out.count(), 10'000U);
  EXPECT_EQ(copied(out.state(5'000)), Words{5'000});
}

}  // namespace
}  // namespace clew
