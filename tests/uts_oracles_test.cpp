// Answers that are known from elsewhere, for models of models/uts at other sizes than the annotated ones:
// the tables of the thesis that the language comes from, recomputed by an independent search.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

using Definitions = std::map<std::string, std::string>;

// "holds, 17 moves", "violated"
std::string answer(const std::string& name, const Definitions& definitions,
                   const std::string& goal) {
  const FileContent file = read_file(CLEW_SOURCE_DIR "/models/uts/" + name);
  auto read = language_named("uts")->read({name, file.bytes, definitions});
  if (!read.ok()) return read.diagnostics.text();
  auto property = read_property(read.value(), goal, {});
  if (!property.ok()) return property.diagnostics.text();
  CheckOptions question;
  question.properties.push_back(property.value());
  const Report report = check(read.value(), question);
  const PropertyResult& result = report.properties.front();
  std::string text(name_of(result.verdict));
  if (!result.traces.empty()) {
    text += fmt::format(", {} moves", result.traces.front().trace.length());
  }
  return text;
}

std::uint64_t states_of(const std::string& name, const Definitions& definitions) {
  const FileContent file = read_file(CLEW_SOURCE_DIR "/models/uts/" + name);
  auto read = language_named("uts")->read({name, file.bytes, definitions});
  return read.ok() ? explore(read.value(), {}).statistics.states : 0;
}

TEST(UtsOracles, TheTruckThatUnloadsAllNeedsACapacityOf319) {
  for (int capacity = 315; capacity <= 322; ++capacity) {
    const Definitions definitions{{"TRUCK_MAX", std::to_string(capacity)}};
    EXPECT_EQ(answer("truck_full.uts", definitions, "inf").substr(0, 5),
              capacity < 319 ? "viola" : "holds")
        << capacity;
  }
  EXPECT_EQ(answer("truck_full.uts", {{"TRUCK_MAX", "319"}}, "inf"), "holds, 17 moves");
}

TEST(UtsOracles, TheTruckHasTheCountedStates) {
  const std::pair<const char*, std::uint64_t> counts[] = {
      {"318", 241}, {"319", 278}, {"320", 388}, {"322", 396}};
  for (const auto& [capacity, states] : counts) {
    EXPECT_EQ(states_of("truck_full.uts", {{"TRUCK_MAX", capacity}}), states) << capacity;
  }
}

// Tables 10 and 11 of the thesis, as far as they are quick, and the values of its appendix.
TEST(UtsOracles, TheSharedVariableNeedsSoManySteps) {
  const std::pair<int, int> least[] = {
      {2, 3}, {4, 6},   {8, 9},   {16, 12}, {32, 15},  {64, 18},  {128, 21}, {256, 24},
      {6, 9}, {15, 15}, {31, 21}, {63, 24}, {127, 30}, {156, 27}, {222, 30}, {165, 27}};
  for (const auto& [target, moves] : least) {
    EXPECT_EQ(answer("parallel_adder.uts", {{"TARGET", std::to_string(target)}}, "reach"),
              fmt::format("holds, {} moves", moves))
        << target;
  }
  EXPECT_EQ(answer("parallel_adder.uts", {{"TARGET", "0"}}, "reach"), "violated");
}

TEST(UtsOracles, TheProtocolSendsNDataInFourTimesNMoves) {
  for (int n = 1; n <= 8; ++n) {
    const Definitions definitions{{"N", std::to_string(n)}};
    EXPECT_EQ(answer("alternating_bit.uts", definitions, "all_sent"),
              fmt::format("holds, {} moves", 4 * n));
    EXPECT_EQ(answer("alternating_bit.uts", definitions, "damaged"), "violated");
    EXPECT_EQ(states_of("alternating_bit.uts", definitions), 16U * static_cast<unsigned>(n) + 2U);
    EXPECT_EQ(states_of("alternating_bit_integers.uts", definitions),
              16U * static_cast<unsigned>(n) + 2U);
  }
}

TEST(UtsOracles, TheProtocolIsRightForAnyData) {
  const std::pair<const char*, std::uint64_t> counts[] = {{"1", 84}, {"2", 416}, {"3", 1824}};
  for (const auto& [n, states] : counts) {
    EXPECT_EQ(states_of("alternating_bit_any.uts", {{"N", n}}), states);
    EXPECT_EQ(answer("alternating_bit_any.uts", {{"N", n}}, "damaged"), "violated");
  }
}

TEST(UtsOracles, TheRobotHasShortestPlans) {
  EXPECT_EQ(answer("robot.uts", {{"N", "2"}}, "reach"), "holds, 8 moves");
  EXPECT_EQ(states_of("robot.uts", {{"N", "2"}}), 124U);
  EXPECT_EQ(answer("robot.uts", {{"N", "3"}}, "reach"), "holds, 24 moves");
}

}  // namespace
}  // namespace clew
