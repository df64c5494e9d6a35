#include "apps/bench/report/bench_results.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using enum BenchSetting;

BenchMeasure measured(std::vector<BenchRun> runs, BenchCounts counts = {10, 20}) {
  BenchMeasure measure;
  measure.runs = std::move(runs);
  measure.counts = counts;
  return measure;
}

TEST(BenchNumbers, GeometricMeanOfRatios) {
  EXPECT_DOUBLE_EQ(geometric_mean({2, 8}), 4);
  EXPECT_DOUBLE_EQ(geometric_mean({0.5, 2}), 1);
  EXPECT_DOUBLE_EQ(geometric_mean({7}), 7);
  EXPECT_EQ(geometric_mean({}), 0);
}

TEST(BenchNumbers, MedianIsTheMiddleOrBetweenTheTwoInTheMiddle) {
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(BenchNumbers, TheBestRunCountsOnEachClockByItself) {
  const BenchMeasure measure = measured({{1.0, 5.0, 300}, {2.0, 4.0, 200}, {3.0, 6.0, 250}});
  EXPECT_EQ(best_seconds(measure, Clock::Processor), 1.0);
  EXPECT_EQ(best_seconds(measure, Clock::Wall), 4.0);
  EXPECT_EQ(median_seconds(measure, Clock::Wall), 5.0);
  EXPECT_EQ(least_memory(measure), 200U);
}

TEST(BenchNumbers, RatiosTakeTheBetterOfTheirSettingsAndLeaveOutWhatFailed) {
  BenchModel both{.name = "both"};
  both.measures[ClewOne] = measured({{0.5, 0.5, 10}});
  both.measures[SpinHuge] = measured({{3, 3, 100}});
  both.measures[SpinPlain] = measured({{2, 2, 400}});
  BenchModel alone{.name = "alone"};
  alone.measures[ClewOne] = measured({{1, 1, 10}});
  BenchModel failed = both;
  failed.measures[SpinPlain].failure = "crashed";
  BenchResults results;
  results.models = {both, alone, failed};
  EXPECT_EQ(bench_ratios(results, faster_spin, ClewOne, Clock::Processor),
            (std::vector<std::optional<double>>{4.0, std::nullopt, 6.0}));
  EXPECT_EQ(memory_ratios(results, ClewOne, faster_spin),
            (std::vector<std::optional<double>>{0.1, std::nullopt, 0.1}));
}

TEST(BenchNumbers, AgreementAsksForStatesAndTransitions) {
  BenchModel model;
  model.measures[ClewOne] = measured({{1, 1, 1}}, {10, 20});
  model.measures[SpinHuge] = measured({{1, 1, 1}}, {10, 20});
  model.measures[SpinPlain] = measured({{1, 1, 1}}, {10, 21});
  model.measures[ClewDve] = measured({{1, 1, 1}}, {8, 9});
  model.measures[LtsminTwo] = measured({{1, 1, 1}}, {8, 9});
  EXPECT_EQ(agreement(model, SpinHuge), Agreement::Equal);
  EXPECT_EQ(agreement(model, SpinPlain), Agreement::Different);
  EXPECT_EQ(agreement(model, SpinParallel), Agreement::Unknown);
  EXPECT_EQ(agreement(model, LtsminTwo), Agreement::Equal) << "both read the DVE file";
}

TEST(BenchTargets, AreReachedOnTheRightSideOfTheBound) {
  EXPECT_TRUE((BenchTarget{"", 6, true, 6.0, "", 1}.reached()));
  EXPECT_FALSE((BenchTarget{"", 6, true, 5.9, "", 1}.reached()));
  EXPECT_TRUE((BenchTarget{"", 0.3, false, 0.3, "", 1}.reached()));
  EXPECT_FALSE((BenchTarget{"", 0.3, false, 0.31, "", 1}.reached()));
  EXPECT_FALSE((BenchTarget{"", 6, true, std::nullopt, "", 0}.reached())) << "not measured";
}

TEST(BenchTargets, StoreBytesAreOfLargeModelsShortAndLongVectorsApart) {
  BenchResults results;
  const auto add = [&](std::uint64_t states, std::uint64_t vector_bytes, double bytes) {
    BenchModel& model = results.models.emplace_back();
    model.vector_bytes = vector_bytes;
    model.measures[ClewOne] = measured({{1, 1, 1}}, {states, 2 * states});
    model.measures[ClewOne].store_bytes_per_state = bytes;
  };
  add(1'000'000, 50, 100);
  add(6'000'000, 50, 4);
  add(7'000'000, 100, 9);
  add(8'000'000, 101, 12);
  const auto value_of = [&](const std::string& what) {
    for (const BenchTarget& target : bench_targets(results)) {
      if (target.what == what) return target.measured.value_or(0);
    }
    return -1.0;
  };
  EXPECT_DOUBLE_EQ(
      value_of("bytes per state in the store, above 5 million states, SPIN vector up to 100 bytes"),
      6);
  EXPECT_DOUBLE_EQ(value_of("the same, SPIN vector above 100 bytes"), 12);
}

}  // namespace
}  // namespace clew
