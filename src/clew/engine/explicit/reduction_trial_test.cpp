#include "clew/engine/explicit/reduction_trial.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using State = ReductionTrial::State;

// States that are left out at level 0, so many that enough are samples.
void note_many(ReductionTrial& trial, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t i = first; i < first + count; ++i) trial.note({i}, 0);
}

constexpr auto knows_all = [](const State&) { return true; };
constexpr auto knows_none = [](const State&) { return false; };

constexpr std::uint64_t many = 1U << 17;
constexpr std::uint64_t later = 10;  // level

ReductionTrial::SoFar after(std::uint64_t states) {
  return {.states = states, .expanded = states, .transitions = 2 * states, .left_out = states};
}

TEST(ReductionTrial, IsNotOverBeforeItHasBegun) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_TRUE(trial.pays({.states = 1000, .expanded = 1000}, later, knows_all));
}

TEST(ReductionTrial, IsOverWhereHardlyAnythingIsLeftOut) {
  ReductionTrial trial;
  EXPECT_FALSE(trial.pays({.states = many, .expanded = many, .transitions = 201, .left_out = 1},
                          later, knows_none));
}

TEST(ReductionTrial, IsSoonOverWhereNothingIsLeftOut) {
  ReductionTrial trial;
  EXPECT_TRUE(trial.pays({.states = 2000, .expanded = 2000}, later, knows_none));
  EXPECT_TRUE(trial.pays({.states = 3000, .expanded = 3000, .transitions = 201, .left_out = 1},
                         later, knows_none));
  EXPECT_FALSE(trial.pays({.states = 5000, .expanded = 5000}, later, knows_none));
}

TEST(ReductionTrial, IsOverWhereAllIsFoundOnOtherWays) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_FALSE(trial.pays(after(many), later, knows_all));
}

TEST(ReductionTrial, WaitsForEnoughSamples) {
  ReductionTrial trial;
  note_many(trial, 0, 100);
  EXPECT_TRUE(trial.pays(after(many), later, knows_all));
  note_many(trial, 100, many);
  EXPECT_FALSE(trial.pays(after(2 * many), later, knows_all));
}

TEST(ReductionTrial, GoesOnWhereMuchIsSaved) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_TRUE(trial.pays(after(many), later, knows_none));
  EXPECT_TRUE(trial.pays(after(2 * many), later, knows_none));
  EXPECT_TRUE(trial.pays(after(16 * many), later, knows_none));
}

constexpr auto knows_all_but = [](std::uint64_t count) {
  return [count](const State& state) { return state[0] >= count; };
};

TEST(ReductionTrial, GoesOnWhileMoreOfItIsMissing) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_TRUE(trial.pays(after(8 * many), 1, knows_all_but(many / 12)));
  EXPECT_TRUE(trial.pays(after(16 * many), 1, knows_all_but(many / 10)));
  EXPECT_FALSE(trial.pays(after(32 * many), 1, knows_all_but(many / 12)));
}

// As in phils.6 of BEEM: nearly all is found at first, and in the end a fifteenth of the states are left.
TEST(ReductionTrial, GoesOnHoweverLittleIsMissingIfItBecomesMore) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_TRUE(trial.pays(after(8 * many), 1, knows_all_but(many / 100)));
  EXPECT_TRUE(trial.pays(after(16 * many), 1, knows_all_but(many / 30)));
  EXPECT_TRUE(trial.pays(after(32 * many), 1, knows_all_but(many / 10)));
}

TEST(ReductionTrial, GoesOnWhereWhatIsMissingIsMuchOfAllStates) {
  ReductionTrial trial;
  note_many(trial, 0, many);
  EXPECT_TRUE(trial.pays(after(many / 2), later, knows_all_but(many / 20)));
  // Seen only a moment ago, they may be found yet.
  EXPECT_FALSE(trial.pays(after(many), 3, knows_all_but(many / 20)));
}

TEST(ReductionTrial, KeepsFewSamplesHoweverManyThereAre) {
  ReductionTrial trial;
  EXPECT_EQ(trial.one_in(), 8U);
  note_many(trial, 0, 100'000);
  EXPECT_TRUE(trial.pays({.states = 1, .expanded = 1}, later, knows_none));
  EXPECT_EQ(trial.one_in(), 16U);
  // A state that is left out twice is one sample.
  note_many(trial, 0, 100'000);
  EXPECT_TRUE(trial.pays({.states = 1, .expanded = 1}, later, knows_none));
  EXPECT_EQ(trial.one_in(), 16U);
}

}  // namespace
}  // namespace clew
