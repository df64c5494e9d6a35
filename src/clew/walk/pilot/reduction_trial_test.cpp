#include "clew/walk/pilot/reduction_trial.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace clew {
namespace {

// Tells the trial of more and more states, each with ten moves.
class Teller {
 public:
  explicit Teller(std::uint64_t states = 2048) : states_(states) {}
  bool changes(std::uint64_t states, std::uint64_t waiting) {
    all_.add({.states = states, .moves = 10 * states, .waiting = waiting});
    return trial_.changes(all_);
  }
  // A level with so many new states, a tenth of all moves waiting, that leaves out what is said, or would.
  bool level(std::uint64_t found, const LeftOutLevel& left_out, const WeighedLevel& weighed = {}) {
    states_ += found;
    trial_.note_level(states_, found);
    if (trial_.reduces()) trial_.note_left_out(left_out);
    if (trial_.waiting() == Waiting::Weighed) trial_.note_weighed(weighed);
    return trial_.reduces() ? changes(found, found) : changes(0, 0);
  }
  // One that doubles the number of states.
  bool doubles(const LeftOutLevel& left_out) { return level(states_, left_out); }
  bool weighs(std::uint64_t found, const WeighedLevel& weighed) {
    return level(found, {}, weighed);
  }
  // In so many states, while moves are followed.
  void looked(std::uint64_t states, std::uint64_t waiting) {
    if (trial_.waiting() != Waiting::Weighed) return;
    all_.add({.states = states, .moves = 10 * states, .waiting = waiting});
  }
  bool wants_probe() const { return trial_.wants_probe(); }
  bool heed_probe(bool pays) { return trial_.heed_probe(pays); }
  bool reduces() const { return trial_.reduces(); }
  Waiting waiting() const { return trial_.waiting(); }
  std::uint64_t states() const { return states_; }
  std::uint64_t one_sample_in() const { return trial_.one_sample_in(); }

 private:
  std::uint64_t states_;
  ReductionTrial trial_;
  TriedMoves all_;
};

TEST(ReductionTrial, IsNotOverBeforeItHasBegun) {
  Teller teller;
  EXPECT_FALSE(teller.changes(1000, 0));
  EXPECT_FALSE(teller.changes(1000, 200));
  EXPECT_TRUE(teller.reduces());
}

TEST(ReductionTrial, IsSoonOverWhereNothingCanWait) {
  Teller teller;
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, IsOverWhereHardlyAnythingCan) {
  Teller teller;
  EXPECT_FALSE(teller.changes(2048, 1024));
  EXPECT_FALSE(teller.changes(2048, 1024));
  EXPECT_TRUE(teller.changes(2048, 1023));
  EXPECT_FALSE(teller.reduces());
}

// What comes next is nowhere near, so that savings multiply.
LeftOutLevel missing(std::uint64_t states) { return {.missing = states, .behind = 64, .lost = 13}; }
// What comes next is found all the same.
LeftOutLevel missing_alone(std::uint64_t states) {
  return {.missing = states, .behind = 64, .lost = 12};
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
  Teller teller(1024);
  EXPECT_FALSE(teller.doubles({}));
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 128)));
  EXPECT_FALSE(teller.doubles(missing_alone(teller.states() / 32)));
  EXPECT_TRUE(teller.reduces());
  EXPECT_TRUE(teller.doubles(missing_alone(teller.states() / 32)));
}

TEST(ReductionTrial, IsSoonOverWhereNextToNothingCanWait) {
  for (const std::uint64_t waiting : {102U, 103U}) {
    Teller teller;
    EXPECT_EQ(teller.changes(1024, waiting), waiting == 102);
  }
}

TEST(ReductionTrial, IsOverWhereSavingsFall) {
  Teller teller;
  EXPECT_FALSE(teller.doubles(missing(teller.states() / 3)));
  EXPECT_FALSE(teller.doubles(missing(teller.states() / 4)));
  EXPECT_TRUE(teller.doubles(missing(teller.states() / 6)));
}

// So many of a hundred that were missing, and of a hundred that were lost, still are.
LeftOutLevel found_later(LeftOutLevel level, std::uint64_t missing, std::uint64_t lost) {
  level.missing_then = level.lost_then = 100;
  level.missing_still = missing;
  level.lost_still = lost;
  return level;
}

TEST(ReductionTrial, IsOverWhereMostIsFoundLater) {
  Teller teller;
  EXPECT_FALSE(teller.doubles(missing(teller.states() / 4)));
  EXPECT_FALSE(teller.doubles(found_later(missing(teller.states() / 4), 100, 100)));
  EXPECT_TRUE(teller.doubles(found_later(missing(teller.states() / 4), 20, 20)));
}

TEST(ReductionTrial, GoesOnWhereHalfIsFoundLaterOfMuch) {
  Teller teller;
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(teller.doubles(found_later(missing(teller.states() / 2), 50, 50)));
  }
}

// --- once it is given up

TEST(ReductionTrial, WeighsNothingAnewUpToWhereItWasGivenUp) {
  ReductionTrial first;
  first.note_level(3000, 1000);
  EXPECT_TRUE(first.changes({.states = 1024, .moves = 10240, .waiting = 0}));
  ReductionTrial trial = first.anew().value();
  EXPECT_FALSE(trial.reduces());
  for (const std::uint64_t states : {1000U, 2000U, 2999U, 3000U}) {
    EXPECT_EQ(trial.waiting(), Waiting::Followed);
    trial.note_level(states, 1000);
    EXPECT_FALSE(trial.changes({}));
  }
  EXPECT_EQ(trial.waiting(), Waiting::Weighed);
}

TEST(ReductionTrial, WeighsNowAndThen) {
  Teller teller(100'000);
  EXPECT_TRUE(teller.changes(1024, 0));
  std::vector<Waiting> levels;
  for (int i = 0; i < 9; ++i) {
    levels.push_back(teller.waiting());
    EXPECT_FALSE(teller.weighs(5000, {.met = 200, .missing = 0}));
  }
  std::vector<Waiting> expected(9, Waiting::Followed);
  expected[0] = expected[7] = Waiting::Weighed;
  EXPECT_EQ(levels, expected);
  // Behind a level that is larger than all before it.
  EXPECT_FALSE(teller.weighs(200'000, {}));
  EXPECT_EQ(teller.waiting(), Waiting::Weighed);
}

TEST(ReductionTrial, DoesNotWeighWhereHardlyAnythingIsNew) {
  Teller teller(100'000);
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_FALSE(teller.weighs(1000, {.met = 200, .missing = 0}));
  while (teller.waiting() != Waiting::Weighed) EXPECT_FALSE(teller.weighs(1000, {}));
  EXPECT_EQ(teller.states(), 127'000U);
}

TEST(ReductionTrial, DoesNotWeighWhereTheSearchIsNearItsEnd) {
  Teller teller(100'000);
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_FALSE(teller.weighs(40'000, {.met = 200, .missing = 0}));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(teller.weighs(40'000, {}));
  for (int i = 0; i < 12; ++i) {
    EXPECT_FALSE(teller.weighs(5'000, {}));
    EXPECT_EQ(teller.waiting(), Waiting::Followed);
  }
  EXPECT_FALSE(teller.weighs(15'000, {}));
  EXPECT_EQ(teller.waiting(), Waiting::Weighed);
}

TEST(ReductionTrial, IsTakenUpWhereMuchWouldBeMissing) {
  for (const std::uint64_t missing : {249U, 250U}) {
    Teller teller(1'000'000);
    EXPECT_TRUE(teller.changes(1024, 0));
    EXPECT_EQ(teller.weighs(500'000, {.met = 1000, .missing = missing}), missing == 250);
    EXPECT_EQ(teller.reduces(), missing == 250);
  }
}

TEST(ReductionTrial, IsNotTakenUpForAFew) {
  Teller teller;
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_FALSE(teller.weighs(1000, {.met = 10, .missing = 3}));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, WantsMoreAfterItWasInVain) {
  const WeighedLevel much{.met = 1000, .missing = 400};
  Teller teller(1'000'000);
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_TRUE(teller.weighs(10'000, much));
  EXPECT_TRUE(teller.changes(2048, 0));
  EXPECT_FALSE(teller.weighs(10'000, much));
  while (teller.waiting() != Waiting::Weighed) EXPECT_FALSE(teller.weighs(10'000, {}));
  EXPECT_TRUE(teller.weighs(10'000, {.met = 4000, .missing = 3600}));
  EXPECT_TRUE(teller.reduces());
}

// Behind a level that follows all moves much is missing that is found a level later.
TEST(ReductionTrial, DoesNotBelieveTheFirstLevelThatLeavesOutMovesAgain) {
  Teller teller(1'000'000);
  EXPECT_TRUE(teller.changes(1024, 0));
  EXPECT_TRUE(teller.weighs(10'000, {.met = 1000, .missing = 400}));
  EXPECT_FALSE(teller.level(10'000, missing_alone(9'000)));
  EXPECT_TRUE(teller.level(10'000, missing_alone(10)));
}

// Own steps before anything else: whoever took them later would take them in any order.
TEST(ReductionTrial, DoesNotBeginAnewWhereTheBeginningWasSaved) {
  for (const std::uint64_t missing : {1U, 2U}) {
    ReductionTrial trial;
    trial.note_level(20, 10);
    trial.note_left_out({.missing = missing});
    trial.note_level(3000, 1000);
    trial.note_left_out({});
    EXPECT_TRUE(trial.changes({.states = 1024, .moves = 10240, .waiting = 1}));
    EXPECT_EQ(trial.anew().has_value(), missing == 1);
  }
}

// --- probes

// So many moves could wait on the level that is weighed.
bool looks(Teller& teller, std::uint64_t states, std::uint64_t waiting) {
  teller.looked(states, waiting);
  teller.weighs(1000, {.met = 100, .missing = 0});
  return teller.wants_probe();
}

TEST(ReductionTrial, WantsAProbeWhereMuchCanWaitLater) {
  for (const std::uint64_t waiting : {26U, 27U}) {
    Teller teller;
    EXPECT_TRUE(teller.changes(2048, 10));
    EXPECT_EQ(looks(teller, 8, waiting), waiting == 27);
  }
  Teller teller(200'000);
  EXPECT_TRUE(teller.changes(2048, 10));
  EXPECT_TRUE(looks(teller, 8, 7));
  EXPECT_TRUE(teller.heed_probe(true));
  EXPECT_TRUE(teller.reduces());
  EXPECT_FALSE(teller.wants_probe());
}

TEST(ReductionTrial, WantsNoProbeWhereLittleCanWait) {
  Teller teller(200'000);
  EXPECT_TRUE(teller.changes(2048, 10));
  EXPECT_FALSE(looks(teller, 12, 10));
}

TEST(ReductionTrial, WantsNoProbeOnAHunch) {
  Teller teller;
  EXPECT_TRUE(teller.changes(2048, 10));
  EXPECT_FALSE(looks(teller, 7, 70));
}

TEST(ReductionTrial, AsksAgainWhenThereAreFourTimesAsManyStates) {
  Teller teller(100'000);
  EXPECT_TRUE(teller.changes(2048, 10));
  EXPECT_TRUE(looks(teller, 8, 80));
  EXPECT_FALSE(teller.heed_probe(false));
  EXPECT_FALSE(teller.reduces());
  const std::uint64_t asked = teller.states();
  while (!looks(teller, 8, 80) && teller.states() < 10 * asked) {
  }
  EXPECT_GE(teller.states(), 4 * asked);
  EXPECT_LT(teller.states(), 5 * asked);
}

// Of few states a probe would be too large a part.
TEST(ReductionTrial, WantsAProbeLateWhereAllWasFoundOnOtherWays) {
  Teller teller;
  EXPECT_TRUE(teller.doubles({}));
  EXPECT_FALSE(looks(teller, 8, 80));
  while (!looks(teller, 8, 80) && teller.states() < 1'000'000) {
  }
  EXPECT_GE(teller.states(), 262'144U);
  EXPECT_LT(teller.states(), 5 * 262'144U / 4);
}

TEST(ReductionTrial, TakesFewerSamplesOfManyStates) {
  Teller teller;
  EXPECT_EQ(teller.one_sample_in(), 1U);
  for (int i = 0; i < 4; ++i) teller.doubles(missing(teller.states() / 4));
  EXPECT_EQ(teller.one_sample_in(), 16U);
  for (int i = 0; i < 4; ++i) teller.doubles(missing(teller.states() / 4));
  EXPECT_EQ(teller.one_sample_in(), 16U);
}

}  // namespace
}  // namespace clew
