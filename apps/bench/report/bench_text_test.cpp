#include "apps/bench/report/bench_text.hpp"

#include <gtest/gtest.h>

#include "apps/bench/report/bench_json.hpp"
#include "apps/bench/report/bench_plot.hpp"
#include "clew/render/golden_test.hpp"

namespace clew {
namespace {

using enum BenchSetting;
using render_test::expect_golden;

constexpr std::uint64_t mebibyte = 1U << 20;

BenchMeasure measured(double cpu, double wall, std::uint64_t mebibytes, BenchCounts counts) {
  BenchMeasure measure;
  measure.runs = {{cpu, wall, mebibytes * mebibyte}};
  measure.counts = counts;
  return measure;
}

// One model that agrees, and one with all that can go wrong.
BenchResults two_models() {
  BenchResults results;
  results.date = "2026-01-31";
  results.version = "0.1.0";
  results.repetitions = 1;
  results.machine = {"Some Processor", 2,         "caches: L1 32K", 8192 * mebibyte,
                     "Linux",          "madvise", {"spin: 6"},      0.5};
  const BenchCounts counts{1'000'000, 3'000'000};
  BenchModel good{.name = "good", .vector_bytes = 40};
  good.measures[ClewOne] = measured(0.125, 0.25, 16, counts);
  good.measures[ClewOne].runs.push_back({0.5, 0.5, 32 * mebibyte});
  good.measures[ClewOne].store_bytes_per_state = 7.5;
  good.measures[ClewOne].native_tier = "cc";
  good.measures[ClewTwo] = measured(0.2, 0.125, 17, counts);
  good.measures[SpinHuge] = measured(1, 1.25, 160, counts);
  good.measures[SpinHuge].compile_seconds = 1.5;
  good.measures[SpinParallel] = measured(2, 1.5, 100, counts);
  BenchModel odd{.name = "odd", .vector_bytes = 40};
  odd.measures[ClewOne] = measured(0.5, 0.5, 16, counts);
  odd.measures[ClewOne].store_bytes_per_state = 30;
  odd.measures[ClewTwo].failure = "crashed";
  odd.measures[SpinHuge] = measured(1, 1, 40, {1'000'001, 3'000'000});
  results.models = {good, odd};
  results.limit = BenchLimit{2'000'000, 10, 20, 12.5};
  results.native = {{"good", counts, 0.125, 2.5}};
  results.first_verdict_seconds = {0.01, 0.02, 0.06};
  results.growth = {{1'000'000, 0.1}, {20'000'000, 2.5}};
  return results;
}

TEST(BenchText, ShowsTargetsThenModelsThenTheRest) {
  expect_golden("tables.md", bench_text(two_models(), "bars.svg"));
}

TEST(BenchText, ShowsNoPictureIfThereIsNone) {
  EXPECT_EQ(bench_text(two_models()).find("!["), std::string::npos);
}

TEST(BenchPlot, DrawsTwoBarsForEveryModelAndTheMeans) {
  expect_golden("bars.svg", bench_plot(two_models()));
}

TEST(BenchPlot, HasNoBarsWithoutSpin) {
  BenchResults results = two_models();
  for (BenchModel& model : results.models) model.measures.erase(SpinHuge);
  EXPECT_EQ(bench_plot(results).find("geometric mean<"), std::string::npos);
}

TEST(BenchJson, HoldsEveryRun) {
  BenchResults results = two_models();
  results.models.pop_back();
  expect_golden("runs.json", bench_json(results));
}

}  // namespace
}  // namespace clew
