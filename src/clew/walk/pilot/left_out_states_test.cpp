#include "clew/walk/pilot/left_out_states.hpp"

#include <gtest/gtest.h>

#include <array>

#include "clew/walk/toy_expander_test.hpp"

namespace clew {
namespace {

void add(PackedStateSet& set, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i <= last; ++i) set.insert(std::array<std::uint64_t, 1>{i});
}

PackedStateSet numbers(std::uint64_t first, std::uint64_t last) {
  PackedStateSet set(1);
  add(set, first, last);
  return set;
}

// Next to 1..99 comes 100..9900.
class LeftOut : public testing::Test {
 protected:
  LeftOutLevel look(const PackedStateSet& samples) {
    expander_.treat(Waiting::Followed, 0);
    return left_out_.look(store_, samples, 1, 1, expander_);
  }

  ToyExpander expander_{[](std::uint64_t state) { return std::vector{100 * state}; }};
  LeftOutStates left_out_{1};
  PackedStateSet store_ = numbers(1, 50);
};

TEST_F(LeftOut, TellsWhatIsMissing) {
  const LeftOutLevel level = look(numbers(41, 60));
  EXPECT_EQ(level.missing, 10U);
  EXPECT_EQ(level.behind, 0U);
}

TEST_F(LeftOut, LooksBehindWhatIsMissing) {
  look(numbers(41, 60));
  add(store_, 5600, 5600);
  PackedStateSet samples = numbers(5700, 5700);
  const LeftOutLevel level = look(samples);
  EXPECT_EQ(level.behind, 10U);
  // One of them was found, and one left out.
  EXPECT_EQ(level.lost, 8U);
}

TEST_F(LeftOut, LooksForTheSameAgainWhenThereAreTwiceAsManyStates) {
  look(numbers(41, 60));
  add(store_, 10'000, 10'000);
  EXPECT_EQ(look(PackedStateSet(1)).lost, 10U);
  add(store_, 51, 53);
  add(store_, 20'000, 20'044);
  EXPECT_EQ(store_.size(), 99U);
  EXPECT_EQ(look(PackedStateSet(1)).missing_then, 0U);
  add(store_, 5100, 5100);
  const LeftOutLevel missing = look(PackedStateSet(1));
  EXPECT_EQ(missing.missing_then, 10U);
  EXPECT_EQ(missing.missing_still, 7U);
  EXPECT_EQ(missing.lost_then, 0U);
  add(store_, 20'045, 20'046);
  const LeftOutLevel lost = look(PackedStateSet(1));
  EXPECT_EQ(lost.missing_then, 0U);
  EXPECT_EQ(lost.lost_then, 10U);
  EXPECT_EQ(lost.lost_still, 9U);
}

TEST_F(LeftOut, ForgetsAll) {
  look(numbers(41, 60));
  left_out_.forget();
  add(store_, 10'000, 10'200);
  const LeftOutLevel level = look(PackedStateSet(1));
  EXPECT_EQ(level.behind, 0U);
  EXPECT_EQ(level.missing_then, 0U);
}

}  // namespace
}  // namespace clew
