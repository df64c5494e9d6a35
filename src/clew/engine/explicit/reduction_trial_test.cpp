#include "clew/engine/explicit/reduction_trial.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

// Tells the trial of more and more states, each with ten moves.
class Teller {
 public:
  explicit Teller(std::uint64_t states = 4096) : states_(states) {}
  bool changes(std::uint64_t states, std::uint64_t waiting) {
    all_.add({.states = states, .moves = 10 * states, .waiting = waiting});
    return trial_.changes(all_);
  }
  // A level that doubles the number of states, with a tenth of all moves waiting.
  bool doubles(const LeftOutLevel& left_out) {
    const std::uint64_t found = states_;
    states_ += found;
    trial_.note_level(states_, found);
    if (trial_.reduces()) trial_.note_left_out(left_out);
    return changes(found, found);
  }
  bool reduces() const { return trial_.reduces(); }
  std::uint64_t states() const { return states_; }
  std::uint64_t one_sample_in() const { return trial_.one_sample_in(); }

 private:
  std::uint64_t states_;
  ReductionTrial trial_;
  TriedMoves all_;
};

TEST(ReductionTrial, IsNotOverBeforeItHasBegun) {
  Teller teller;
  EXPECT_FALSE(teller.changes(2000, 0));
  EXPECT_FALSE(teller.changes(2000, 1));
  EXPECT_TRUE(teller.reduces());
}

TEST(ReductionTrial, IsSoonOverWhereNothingCanWait) {
  Teller teller;
  EXPECT_TRUE(teller.changes(2048, 0));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, IsOverWhereHardlyAnythingCan) {
  Teller teller;
  EXPECT_FALSE(teller.changes(4096, 2048));
  EXPECT_FALSE(teller.changes(4096, 2048));
  EXPECT_TRUE(teller.changes(4096, 2047));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, BeginsAnewWhereMuchCanWaitLater) {
  Teller teller;
  EXPECT_TRUE(teller.changes(4096, 10));
  EXPECT_FALSE(teller.changes(7, 70));
  EXPECT_TRUE(teller.changes(1, 0));
  EXPECT_TRUE(teller.reduces());
  EXPECT_TRUE(teller.changes(4096, 10));
  EXPECT_FALSE(teller.reduces());
  // It was in vain, so more is wanted now.
  EXPECT_FALSE(teller.changes(15, 150));
  EXPECT_TRUE(teller.changes(1, 0));
}

// Between the two limits everything stays as it is.
TEST(ReductionTrial, DoesNotGoBackAndForth) {
  Teller teller;
  EXPECT_TRUE(teller.changes(4096, 0));
  EXPECT_FALSE(teller.changes(64, 40));
  EXPECT_FALSE(teller.changes(64, 53));
  EXPECT_TRUE(teller.changes(64, 54));
  EXPECT_FALSE(teller.changes(4096, 2500));
  EXPECT_TRUE(teller.reduces());
}

// What comes next is nowhere near, so that savings multiply.
LeftOutLevel missing(std::uint64_t states) { return {.missing = states, .behind = 64, .lost = 32}; }
// What comes next is found all the same.
LeftOutLevel missing_alone(std::uint64_t states) {
  return {.missing = states, .behind = 64, .lost = 1};
}

TEST(ReductionTrial, IsOverWhereAllIsFoundOnOtherWays) {
  Teller teller;
  EXPECT_TRUE(teller.doubles({}));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, GoesOnWhereSavingsMultiply) {
  Teller teller;
  for (int i = 0; i < 8; ++i) EXPECT_FALSE(teller.doubles(missing(teller.states() / 128)));
  EXPECT_TRUE(teller.reduces());
}

TEST(ReductionTrial, IsOverWhereFewSaveThemselvesAlone) {
  Teller teller;
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 8)));
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 8)));
  EXPECT_TRUE(teller.doubles(missing_alone(teller.states() / 32)));
}

// As in phils.6 of BEEM: nearly all is found at first, and in the end a fifteenth of the states are left.
TEST(ReductionTrial, GoesOnWhereMoreAndMoreIsMissing) {
  Teller teller(2048);
  EXPECT_FALSE(teller.doubles({}));
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 128)));
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 32)));
  EXPECT_TRUE(teller.reduces());
  EXPECT_TRUE(teller.doubles(missing_alone(teller.states() / 32)));
}

TEST(ReductionTrial, IsTriedAgainWhenThereAreFourTimesAsManyStates) {
  Teller teller;
  EXPECT_TRUE(teller.doubles({}));
  EXPECT_FALSE(teller.doubles({}));
  EXPECT_FALSE(teller.reduces());
  EXPECT_TRUE(teller.doubles({}));
  EXPECT_TRUE(teller.reduces());
  EXPECT_FALSE(teller.doubles(missing(teller.states() / 4)));
  EXPECT_TRUE(teller.reduces());
}

TEST(ReductionTrial, TakesFewerSamplesOfManyStates) {
  Teller teller;
  EXPECT_EQ(teller.one_sample_in(), 1U);
  for (int i = 0; i < 5; ++i) teller.doubles(missing(teller.states() / 4));
  EXPECT_EQ(teller.one_sample_in(), 16U);
}

}  // namespace
}  // namespace clew
