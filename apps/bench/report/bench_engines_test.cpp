#include "apps/bench/report/bench_engines.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "apps/bench/report/bench_json.hpp"
#include "apps/bench/report/bench_published.hpp"
#include "clew/base/file.hpp"

namespace clew {
namespace {

using enum BenchSetting;

constexpr std::uint64_t mebibyte = 1U << 20;

BenchMeasure took(double seconds) {
  BenchMeasure measure;
  measure.runs = {{seconds, seconds, 16 * mebibyte}};
  return measure;
}

BenchMeasure failed(const std::string& why) {
  BenchMeasure measure;
  measure.failure = why;
  return measure;
}

BenchModel asked(const std::string& name, std::map<BenchSetting, BenchMeasure> measures) {
  return {.name = name, .measures = std::move(measures)};
}

// A row that Clew wins, one that it loses, one that nobody finished, and one without an answer; a
// question that the portfolio is good at, one where it is bad, and one it has no answer to; one model
// counted and one not.
BenchResults some_of_everything() {
  BenchResults results;
  results.set = BenchSet::Engines;
  results.date = "2026-01-31";
  results.version = "0.1.0";
  results.repetitions = 2;
  results.machine = {
      "Some Processor", 2, "caches: L1 32K", 8192 * mebibyte, "Linux", "madvise", {}, 0.5};
  const std::string adder = "shared variable";
  results.scripts = {
      {10, adder, asked("c = 2", {{EngineExplicit, took(0.02)}, {EngineBmc, took(0.005)}}), true,
       0.02, "Yices"},
      {10, adder, asked("c = 4", {{EngineExplicit, took(0.05)}}), true, 0.02, "UPPAAL"},
      {16, "robot", asked("N = 5", {{EngineExplicit, took(30)}, {EngineBdd, failed("slow")}}), true,
       900, ""},
      {16, "robot", asked("N = 6", {{EngineExplicit, failed("no answer within 65 s")}}), false,
       655.7, "NuSMV"}};
  results.models = {
      asked("lock.dve: deadlock", {{EngineExplicit, took(0.02)},
                                   {EngineBdd, took(0.04)},
                                   {EnginePortfolio, took(0.02)},
                                   {EngineAuto, took(0.01)}}),
      asked("ring.dve: deadlock", {{EngineExplicit, took(0.4)},
                                   {EngineBdd, took(0.1)},
                                   {EnginePdr, failed("unknown: unsupported")},
                                   {EnginePortfolio, took(0.4)}}),
      asked("tower.dve: deadlock",
            {{EngineBdd, took(0.1)}, {EnginePortfolio, failed("no answer within 2 s")}})};
  results.sizes = {{"philosophers.mdve, N=50", "717897987691852588770248", took(0.25)},
                   {"ring.mdve, N=9", "", failed("no answer within 65 s")}};
  return results;
}

// Compares with a file of tests/golden/bench.  CLEW_UPDATE_GOLDEN=1 writes it anew; then read the
// difference.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(CLEW_SOURCE_DIR) + "/tests/golden/bench/" + name;
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(path, text), "");
  }
  EXPECT_EQ(text, read_file(path).bytes) << name;
}

TEST(BenchEngines, ShowsTargetsThenWhatIsSlowerThenAllTables) {
  expect_golden("engines.md", engines_text(some_of_everything()));
}

TEST(BenchEngines, GivesProgramsEveryRunAndItsOwnTargets) {
  expect_golden("engines.json", bench_json(some_of_everything()));
}

TEST(BenchEngines, OfOneModelShowsOnlyThePortfolio) {
  BenchResults results = some_of_everything();
  results.scripts.clear();
  results.sizes.clear();
  const std::string text = engines_text(results);
  EXPECT_EQ(text.find("## Scripts"), std::string::npos);
  EXPECT_EQ(text.find("## State spaces"), std::string::npos);
  EXPECT_NE(text.find("## Portfolio"), std::string::npos);
  EXPECT_FALSE(bench_targets(results).at(1).measured);
}

TEST(BenchEngines, WrongAnswerIsCountedAndShownEvenIfOthersAreRight) {
  BenchResults results = some_of_everything();
  EXPECT_FALSE(has_wrong_answer(results));
  BenchMeasure& wrong = results.models.front().measures[EngineBdd];
  wrong = failed("says 'holds', it is 'violated'");
  wrong.is_wrong = true;
  EXPECT_TRUE(has_wrong_answer(results));
  EXPECT_EQ(bench_targets(results).front().measured, 1);
  EXPECT_FALSE(bench_targets(results).front().reached());
  EXPECT_NE(engines_text(results).find(
                "- lock.dve: deadlock: bdd: **wrong**: says 'holds', it is 'violated'\n"),
            std::string::npos);
}

TEST(BenchEngines, PortfolioIsComparedWithTheBestEngineAlone) {
  // 0.02 : 0.02 and 0.4 : 0.1
  EXPECT_DOUBLE_EQ(*bench_targets(some_of_everything()).at(3).measured, 2);
}

// --- what others have published

TEST(Published, HasAllRowsOfSeventeenTables) {
  std::map<unsigned, std::size_t> rows;
  for (const PublishedTable& table : published_tables()) rows[table.number] += table.rows.size();
  const std::map<unsigned, std::size_t> expected = {
      {2, 32},  {3, 32}, {4, 18},  {5, 15},  {6, 20},  {7, 12}, {8, 24}, {9, 18}, {10, 9},
      {11, 15}, {12, 9}, {13, 15}, {14, 36}, {15, 32}, {16, 4}, {17, 4}, {18, 4}};
  EXPECT_EQ(rows, expected);
}

TEST(Published, AsksScriptsThatAreThere) {
  for (const PublishedTable& table : published_tables()) {
    const std::string path = std::string(CLEW_SOURCE_DIR) + "/models/uts/" + table.script + ".uts";
    EXPECT_NE(read_file(path).bytes.find("const int " + table.parameter + " ="), std::string::npos)
        << path;
  }
}

TEST(Published, NamesTheFastestTool) {
  constexpr double absent = PublishedRow::absent;
  constexpr double unfinished = PublishedRow::unfinished;
  const PublishedRow robot{5, 40, unfinished, 655.7, unfinished, true};
  EXPECT_EQ(robot.fastest(), 655.7);
  EXPECT_STREQ(robot.fastest_tool(), "NuSMV");
  const PublishedRow truck{315, 0, absent, unfinished, absent, false};
  EXPECT_EQ(truck.fastest(), unfinished);
  EXPECT_STREQ(truck.fastest_tool(), "");
  const PublishedRow adder{2, 3, 0.02, 3.1, 0.03, true};
  EXPECT_EQ(adder.fastest(), 0.02);
  EXPECT_STREQ(adder.fastest_tool(), "Yices");
}

}  // namespace
}  // namespace clew
