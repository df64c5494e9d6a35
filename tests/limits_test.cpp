// Limits and the wish to stop reach into what a search waits for: one move, the list of initial states.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "clew/base/file.hpp"
#include "clew/base/patience.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "tests/ask.hpp"

namespace clew {
namespace {

// One move with as many ways through it as anybody likes.
constexpr const char* long_move =
    "int x, y;\nactive proctype P() { atomic { do :: x++ :: y++ od } }\n";
// One way, which takes ten million steps.
constexpr const char* long_way =
    "int x; active proctype P() { d_step { do :: x < 2000000000 -> x++ :: else -> break od } }\n";
constexpr const char* many_initial_states =
    "VARS: int a : 0..1000000; int b : 0..1000000;\nINIT: a != b;\nTRANS: a = b;\n";

Model model_of(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"test." + language, text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

// The reason why a deadlock is not found by somebody who is stopped as soon as he asks.
Reason reason_when_stopped(const Model& model, CheckOptions options) {
  Property property;
  property.name = "deadlock";
  property.kind = PropertyKind::Deadlock;
  options.properties = {property};
  options.watcher = [](const Heartbeat&) { return Continue::No; };
  const Report report = check(model, options);
  EXPECT_EQ(report.properties.front().verdict, Verdict::Unknown);
  EXPECT_EQ(report.defect, "");
  return report.properties.front().reason;
}

TEST(Limits, ReachIntoOneMove) {
  for (const char* const text : {long_move, long_way}) {
    const Model model = model_of("promela", text);
    for (const std::string engine : {"explicit", "portfolio"}) {
      CheckOptions options;
      options.engine = engine;
      EXPECT_EQ(reason_when_stopped(model, options), Reason::Interrupted);
      options.native = false;
      EXPECT_EQ(reason_when_stopped(model, options), Reason::Interrupted);
    }
  }
}

TEST(Limits, ReachIntoTheListOfInitialStates) {
  const Model model = model_of("uts", many_initial_states);
  for (const Order order : {Order::BreadthFirst, Order::BestFirst}) {
    CheckOptions options;
    options.engine = "explicit";
    options.order = order;
    EXPECT_EQ(reason_when_stopped(model, options), Reason::Interrupted);
  }
}

TEST(Limits, AreThoseOfTheThreadThatAsksTheJudge) {
  for (const char* const text : {long_move, long_way}) {
    const Model model = model_of("promela", text);
    const Interpreter judge(model);
    Patience patience({.seconds_max = 1, .seconds_before = 2}, {});
    const Patience::Scope scope(patience);
    EXPECT_THROW(judge.moves(judge.initial_state(), [](const Move&) {}), OutOfPatience);
  }
}

TEST(Limits, LeaveTheJudgeWhereItPauses) {
  const Model model = model_of("promela", long_move);
  const Interpreter judge(model);
  const Expansion expansion = judge.moves(
      judge.initial_state(), [](const Move&) {}, [] { return Continue::No; });
  EXPECT_EQ(expansion.moves, 0U);
  EXPECT_FALSE(expansion.deadlock);
}

// Who can be in whose way is not worked out where that would take long: everybody writes x.
TEST(Limits, LeaveOutAReductionWhoseTablesAreTooLarge) {
  constexpr int processes = 1'200;
  std::string text = "byte x;\n";
  for (int i = 0; i < processes; ++i) {
    const std::string name = "P" + std::to_string(i);
    text += "process " + name + " { state a, b; init a; trans a -> b { effect x = 1; }, " +
            "b -> a { effect x = 0; }; }\n";
  }
  Model model = model_of("dve", text + "system async;\n");
  CheckOptions options;
  options.engine = "explicit";
  options.reduces_where_sound = true;
  options.properties = {property_of(model, "reach: x == 1")};
  const Report report = check(model, options);
  EXPECT_EQ(report.properties.front().verdict, Verdict::Holds);
  EXPECT_EQ(report.statistics.reduction, Reduction::None);
  EXPECT_EQ(report.statistics.unreduced_because,
            "it would take long to compare 2,400 actions of processes with each other");
}

TEST(Limits, ReachIntoTheReadingOfAFileWithoutEnd) {
  const std::vector<char> taken(64U << 20, 'x');
  Patience patience({.memory_bytes_max = 1U << 20}, {});
  const Patience::Scope scope(patience);
  EXPECT_THROW(read_file("/dev/zero"), OutOfPatience);
}

TEST(Limits, ReachIntoTheWaitForAPipe) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Patience patience({.seconds_max = 1, .seconds_before = 2}, {});
  const Patience::Scope scope(patience);
  EXPECT_THROW(read_file(pipe), OutOfPatience);
}

}  // namespace
}  // namespace clew
