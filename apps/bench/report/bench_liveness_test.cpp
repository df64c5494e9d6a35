#include "apps/bench/report/bench_liveness.hpp"

#include <gtest/gtest.h>

#include "apps/bench/report/bench_json.hpp"
#include "clew/render/golden_test.hpp"

namespace clew {
namespace {

using enum BenchSetting;
using render_test::expect_golden;

constexpr std::uint64_t mebibyte = 1U << 20;

BenchMeasure measured(double cpu, double wall, std::uint64_t states, std::uint64_t transitions) {
  BenchMeasure measure;
  measure.runs = {{cpu, wall, 16 * mebibyte}};
  measure.counts = {states, transitions};
  return measure;
}

// One product that agrees, and one with all that can go wrong.
BenchResults two_products() {
  BenchResults results;
  results.set = BenchSet::Liveness;
  results.date = "2026-01-31";
  results.version = "0.1.0";
  results.repetitions = 2;
  results.machine = {"Some Processor", 2,         "caches: L1 32K", 8192 * mebibyte,
                     "Linux",          "madvise", {"spin: 6"},      0.5};
  BenchModel good{.name = "good.prop2", .vector_bytes = 40};
  good.measures[LivenessOne] = measured(0.25, 0.5, 1'000'000, 3'000'000);
  good.measures[LivenessOne].runs.push_back({0.75, 1, 16 * mebibyte});
  good.measures[LivenessOne].native_tier = "cc";
  good.measures[LivenessTwo] = measured(0.3, 0.25, 1'000'000, 3'000'000);
  good.measures[ProductOne] = measured(0.2, 0.2, 1'000'000, 3'000'000);
  // A nested search takes more transitions, and that is no difference.
  good.measures[NestedHuge] = measured(2, 2, 1'000'000, 4'500'000);
  good.measures[NestedPlain] = measured(1, 3, 1'000'000, 4'500'000);
  BenchModel odd{.name = "odd.prop4", .vector_bytes = 40};
  odd.measures[LivenessOne] = measured(0.5, 0.5, 2'000'000, 3'000'000);
  odd.measures[LivenessOne].native_tier = "tcc";
  odd.measures[LivenessTwo].failure = "the verdict is 'violated'";
  odd.measures[NestedHuge] = measured(0.5, 0.5, 2'000'001, 3'000'000);
  odd.measures[NestedPlain].failure = "takes more than 15 minutes";
  results.models = {good, odd};
  return results;
}

TEST(BenchLiveness, ShowsTargetsThenProductsThenWhatWentWrong) {
  expect_golden("liveness.md", liveness_text(two_products()));
}

TEST(BenchLiveness, GivesProgramsEveryRunAndItsOwnTargets) {
  BenchResults results = two_products();
  results.models.pop_back();
  expect_golden("liveness.json", bench_json(results));
}

TEST(BenchLiveness, HasNoRatiosWithoutSpin) {
  BenchResults results = two_products();
  for (BenchModel& model : results.models) {
    model.measures.erase(NestedHuge);
    model.measures.erase(NestedPlain);
  }
  EXPECT_FALSE(bench_targets(results).at(1).measured);
  EXPECT_EQ(agreement(results.models.front(), NestedHuge), Agreement::Unknown);
}

}  // namespace
}  // namespace clew
