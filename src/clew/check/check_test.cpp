#include "clew/check/check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "clew/base/contract.hpp"
#include "clew/base/memory.hpp"
#include "clew/check/counters_test.hpp"
#include "clew/export/aldebaran.hpp"

namespace clew {
namespace {

using check_test::counters;
using check_test::read;

// A lossy chain of 30,000 states that ends.
constexpr auto long_chain = R"(int n;
process A { state q; init q; trans q -> q { guard n < 30000; effect n = n + 1; }; }
system async;
)";

// More states than any test waits for.
constexpr auto endless = R"(int a, b;
process A { state q; init q; trans q -> q { guard a < 30000; effect a = a + 1; }; }
process B { state q; init q; trans q -> q { guard b < 30000; effect b = b + 1; }; }
system async;
)";

PropertyResult ask(const std::string& text, const std::string& property,
                   CheckOptions options = {}) {
  Model model = read(text);
  auto parsed = read_property(model, property);
  EXPECT_TRUE(parsed.ok()) << parsed.diagnostics.text();
  options.properties = {parsed.value()};
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  return report.properties.front();
}

TEST(Check, AsksWhatEveryModelMustStandWhenNothingIsAskedFor) {
  std::vector<std::string> names;
  for (const Property& property : properties_of(read(counters))) names.push_back(property.name);
  EXPECT_EQ(names, (std::vector<std::string>{"deadlock", "assertions", "errors"}));
}

TEST(Check, AnInvariantThatHoldsIsProvenByExhaustion) {
  const PropertyResult result = ask(counters, "inv: x <= 3");
  EXPECT_EQ(result.verdict, Verdict::Holds);
  EXPECT_EQ(result.basis, Basis::Exhaustive);
  EXPECT_TRUE(result.traces.empty());
}

TEST(Check, AnInvariantThatFailsComesWithAShortestTrace) {
  const PropertyResult result = ask(counters, "inv: not (B.r and x == 3)");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].trace.length(), 4U);
  EXPECT_EQ(result.traces[0].ending, "'not (B.r and x == 3)' is false");
}

TEST(Check, AReachableStateIsAWitnessAndAnUnreachableOneAViolation) {
  EXPECT_EQ(ask(counters, "reach: x == 3").verdict, Verdict::Holds);
  EXPECT_EQ(ask(counters, "reach: x == 3").basis, Basis::Witness);
  EXPECT_EQ(ask(counters, "reach: x == 4").verdict, Verdict::Violated);
  EXPECT_EQ(ask(counters, "reach: x == 4").basis, Basis::Exhaustive);
}

TEST(Check, EveryOrderGivesTheSameVerdict) {
  for (const Order order :
       {Order::BreadthFirst, Order::DepthFirst, Order::BestFirst, Order::Random}) {
    CheckOptions options;
    options.order = order;
    EXPECT_EQ(ask(counters, "inv: x <= 3", options).verdict, Verdict::Holds);
    EXPECT_EQ(ask(counters, "inv: x < 3", options).verdict, Verdict::Violated);
    EXPECT_EQ(ask(counters, "deadlock", options).verdict, Verdict::Violated);
    const Report size = explore(read(counters), options);
    EXPECT_EQ(size.statistics.states, 6U);
    EXPECT_EQ(size.statistics.transitions, 5U);
  }
}

TEST(Check, ADepthLimitIsUnknownAndSaysHowFarItLooked) {
  CheckOptions options;
  options.limits.level_max = 2;
  const PropertyResult result = ask(counters, "inv: x < 3", options);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.basis, Basis::Bounded);
  EXPECT_EQ(result.depth, 2U);
  EXPECT_EQ(result.reason, Reason::Depth);
  EXPECT_EQ(result.reason_text, "depth limit of 2 moves reached");
  options.limits.level_max = 3;
  EXPECT_EQ(ask(counters, "inv: x < 3", options).verdict, Verdict::Violated);
}

TEST(Check, ADepthLimitBeyondTheLastLevelDoesNotMatter) {
  CheckOptions options;
  options.limits.level_max = 50;
  EXPECT_EQ(ask(counters, "inv: x <= 3", options).verdict, Verdict::Holds);
}

TEST(Check, AnInterruptIsUnknown) {
  CheckOptions options;
  options.watcher = [](const Heartbeat&) { return Continue::No; };
  const Report report = explore(read(endless), options);
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.stop_reason, Reason::Interrupted);
  EXPECT_EQ(exit_code(report), 3);
}

TEST(Check, AMemoryLimitIsUnknownAndKeepsWhatIsDecided) {
  Model model = read(endless);
  CheckOptions options;
  options.limits.memory_bytes_max = resident_memory_bytes() + (16U << 20);
  options.properties = {read_property(model, "reach: a == 2").value(),
                        read_property(model, "inv: a <= 30000").value()};
  const Report report = check(model, options);
  EXPECT_FALSE(report.finished);
  EXPECT_GT(report.statistics.states, 100U);
  EXPECT_EQ(report.properties[0].verdict, Verdict::Holds);
  EXPECT_EQ(report.properties[1].verdict, Verdict::Unknown);
  EXPECT_EQ(report.properties[1].reason, Reason::Memory);
  EXPECT_EQ(exit_code(report), 3);
}

TEST(Check, AMemoryLimitBelowTheModelItselfIsSaidAtOnce) {
  CheckOptions options;
  options.limits.memory_bytes_max = 1;
  const Report report = explore(read(endless), options);
  EXPECT_EQ(report.statistics.states, 0U);
  EXPECT_EQ(report.stop_text, "memory limit of 1 B is too low: the model itself needs more");
}

TEST(Check, AFailingMoveIsTheLastStepOfTheTrace) {
  const PropertyResult result = ask(R"(byte x = 2;
process A { state q; init q; trans q -> q { effect x = x - 1, x = 6 / x; }; }
system async;
)",
                                    "errors");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].trace.length(), 3U);
  EXPECT_EQ(result.traces[0].ending, "division by zero (test.dve:2)");
}

TEST(Check, AnInvariantWithoutAValueIsViolatedAndAGoalWithoutAValueUnknown) {
  const PropertyResult invariant = ask(counters, "inv: 6 / (3 - x) > 0");
  EXPECT_EQ(invariant.verdict, Verdict::Violated);
  EXPECT_EQ(invariant.traces.at(0).ending, "'6 / (3 - x) > 0' has no value: division by zero");
  const PropertyResult reach = ask(counters, "reach: 6 / (3 - x) > 100");
  EXPECT_EQ(reach.verdict, Verdict::Unknown);
  EXPECT_EQ(reach.reason, Reason::Error);
  EXPECT_EQ(reach.reason_text,
            "the expression has no value in 2 states, first because division by zero");
}

TEST(Check, AnInvariantOverAProcessThatIsNotThereHasNoAnswer) {
  const auto read = language_named("promela")->read(
      {"m.pml",
       "proctype W() { byte x; x = 1 }\nactive proctype P() { byte y; y = 3 }\ninit { run W() }\n",
       {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const auto answer = [&](const std::string& property) {
    Model model = read.value();
    CheckOptions options;
    options.properties = {read_property(model, property).value()};
    const PropertyResult result = check(model, options).properties.front();
    return fmt::format("{}, {}{}", name_of(result.verdict), result.reason_text,
                       result.traces.empty() ? "" : "shown");
  };
  EXPECT_EQ(answer("inv: W:x <= 2"),
            "unknown, 'W:x <= 2' has no value in the initial state: the process does not exist yet");
  EXPECT_EQ(answer("inv: P:y <= 3"),
            "unknown, 'P:y <= 3' has no value after 6 moves: the process does not exist any more");
  EXPECT_EQ(answer("inv: P:y <= 2"), "violated, shown");
  // What is read without looking at the process says nothing of whether it was there.
  EXPECT_EQ(answer("inv: P:y == 0 || W:x <= 2"),
            "unknown, 'P:y == 0 || W:x <= 2' has no value after 1 move: the process does not exist yet");
  EXPECT_EQ(answer("inv: _nr_pr > 1 || W:x <= 2"),
            "unknown, '_nr_pr > 1 || W:x <= 2' has no value after 4 moves: the process does not exist "
            "any more");
  // The first is decided by a state, the others by cycles.
  EXPECT_EQ(answer("ltl: [] (W:x <= 2)"),
            "unknown, the guard 'W:x <= 2' of the claim has no value: the process does not exist yet");
  EXPECT_EQ(answer("ltl: [] <> (P:y <= 3)"),
            "unknown, the guard 'not (P:y <= 3)' of the claim has no value: the process does not exist "
            "any more");
  EXPECT_EQ(answer("ltl: <> [] (W:x == 1)"),
            "unknown, the guard 'W:x == 1' of the claim has no value: the process does not exist yet");
}

TEST(Check, AllViolationsAreCountedAndSomeKept) {
  CheckOptions options;
  options.all_violations = true;
  options.violations_kept_max = 2;
  const PropertyResult result = ask(counters, "inv: x < 2", options);
  EXPECT_EQ(result.violation_count, 4U);
  EXPECT_EQ(result.traces.size(), 2U);
}

TEST(Check, AnswersFormulasOverTreesBesideAllElse) {
  Model model = read(counters);
  CheckOptions options;
  for (const char* text :
       {"ctl: AG EF x == 3", "deadlock", "ctl: EF (x == 1 && B.r)", "ctl: AG x <= 2"}) {
    options.properties.push_back(read_property(model, text).value());
  }
  const Report report = check(model, options);
  ASSERT_EQ(report.properties.size(), 4U);
  EXPECT_EQ(report.properties[0].verdict, Verdict::Holds);
  EXPECT_EQ(report.properties[0].basis, Basis::Exhaustive);
  EXPECT_EQ(report.properties[1].verdict, Verdict::Violated);
  EXPECT_EQ(report.properties[2].verdict, Verdict::Violated);
  EXPECT_EQ(report.properties[2].basis, Basis::Exhaustive);
  EXPECT_EQ(report.properties[3].verdict, Verdict::Violated);
  EXPECT_EQ(report.properties[3].basis, Basis::Witness);
  EXPECT_EQ(report.properties[3].traces.at(0).ending, "'x <= 2' is false");
}

TEST(Check, RefusesToReduceUnderAFormulaOverTrees) {
  CheckOptions options;
  options.reduction = Reduction::Symmetry;
  const PropertyResult result = ask(counters, "ctl: AG EF x == 3", options);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason, Reason::Unsupported);
  EXPECT_EQ(result.reason_text,
            "no symmetry reduction: a formula over trees tells equal processes apart");
}

TEST(Check, PropertiesThatCannotBeReadSayWhy) {
  Model model = read(counters);
  const auto text_for = [&](const std::string& property) {
    return read_property(model, property).diagnostics.text();
  };
  EXPECT_EQ(text_for("deadlok"),
            "property:1:1: error: unknown property 'deadlok'\n"
            "    1 | deadlok\n"
            "      | ^~~~~~~\n"
            "help: there is a property 'deadlock'\n");
  EXPECT_EQ(text_for("[] (x <= 1)"),
            "property:1:1: error: unknown property '[] (x <= 1)'\n"
            "    1 | [] (x <= 1)\n"
            "      | ^~~~~~~~~~~\n"
            "help: a formula begins with the word that says its kind: 'ltl: [] (x <= 1)'\n");
  EXPECT_TRUE(text_for("AG x < 3").ends_with("its kind: 'ctl: AG x < 3'\n"));
  EXPECT_TRUE(text_for("A.q || x < 3").ends_with("its kind: 'inv: A.q || x < 3'\n"));
  EXPECT_EQ(text_for("inv: C.q"),
            "expression:1:1: error: unknown process 'C'\n"
            "    1 | C.q\n"
            "      | ^\n");
  EXPECT_EQ(text_for("claim"),
            "property:1:1: error: the model has no claim\n"
            "    1 | claim\n"
            "      | ^~~~~\n"
            "help: a DVE model has one if it ends with 'system async property NAME;'\n");
}

TEST(Explore, KnowsTheLevelsAndTheActionsNeverTaken) {
  const Report report = explore(read(R"(byte x;
process A { state q, r; init q; trans q -> q { guard x < 3; effect x = x + 1; }, q -> r { guard x > 3; }; }
system async;
)"),
                                {});
  EXPECT_EQ(report.statistics.level_sizes, (std::vector<std::uint64_t>{1, 1, 1, 1}));
  EXPECT_EQ(report.unreached, std::vector<ActionId>{ActionId{1}});
}

// The loop is entered from outside and from within, and the end of a process that never ends is nobody's
// statement.
TEST(Explore, CountsStatementsAsAReaderDoes) {
  const auto model = language_named("promela")->read(
      {"m.pml",
       "byte k;\nactive proctype P() {\n"
       "  do\n"
       "  :: d_step { do :: k < 3 -> k++ :: else -> break od; k = 0 }\n"
       "  :: k == 7 -> k = 1\n"
       "  od\n}\n",
       {}});
  ASSERT_TRUE(model.ok()) << model.diagnostics.text();
  const Report report = explore(model.value(), {});
  std::string untaken;
  for (const ActionId id : report.unreached) untaken += report.model->actions[id].text + "; ";
  EXPECT_EQ(untaken, "k == 7; k = 1; ");
  EXPECT_EQ(report.statement_count, 6U);
}

TEST(Explore, ALongChainHasManyLevels) {
  const Report report = explore(read(long_chain), {});
  EXPECT_EQ(report.statistics.states, 30'001U);
  EXPECT_EQ(report.statistics.level_sizes.size(), 30'001U);
}

TEST(ExportAldebaran, WritesEveryMoveOnce) {
  const std::string path = testing::TempDir() + "/clew_export_test.aut";
  ASSERT_EQ(export_aldebaran(read(counters), path, {}, {}), "");
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(),
            "des (0, 5, 6)\n"
            "(0, \"A: q -> q { guard x < 3; effect x = x + 1; }\", 1)\n"
            "(1, \"A: q -> q { guard x < 3; effect x = x + 1; }\", 2)\n"
            "(2, \"A: q -> q { guard x < 3; effect x = x + 1; }\", 3)\n"
            "(2, \"B: q -> r { guard x == 2; }\", 4)\n"
            "(4, \"A: q -> q { guard x < 3; effect x = x + 1; }\", 5)\n");
  EXPECT_EQ(export_aldebaran(read(counters), "/nowhere/at/all.aut", {}, {}),
            "No such file or directory");
}

TEST(ExportAldebaran, LeavesNoFileWhenItIsInterrupted) {
  const std::string path = testing::TempDir() + "/clew_interrupted_export.aut";
  EXPECT_EQ(
      export_aldebaran(read(counters), path, {}, [](const Heartbeat&) { return Continue::No; }),
      "interrupted");
  EXPECT_FALSE(std::ifstream(path).is_open());
}

// An engine that claims a deadlock where there is none.
EngineReport lie(const Model& model, const EngineTask&) {
  EngineReport report;
  Finding finding;
  finding.verdict = Verdict::Violated;
  finding.basis = Basis::Witness;
  finding.violation_count = 1;
  finding.traces = {{Interpreter(model).initial_state(), {}}};
  report.findings.push_back(finding);
  report.action_taken.resize(model.actions.size(), true);
  return report;
}

TEST(Check, ATraceThatDoesNotReplayIsADefectAndNoVerdict) {
  Model model = read(counters);
  CheckOptions options;
  options.properties = {read_property(model, "deadlock").value()};
  const Report report = check_with({"liar", "claims deadlocks", lie}, model, options);
  EXPECT_EQ(report.defect, "the liar engine's trace for 'deadlock' does not replay");
  EXPECT_EQ(report.properties[0].verdict, Verdict::Unknown);
  EXPECT_TRUE(report.properties[0].traces.empty());
  EXPECT_EQ(exit_code(report), 4);
}

TEST(Check, AnUnknownEngineBreaksTheContract) {
  CheckOptions options;
  options.engine = "oracle";
  EXPECT_THROW(check(read(counters), options), ContractError);
}

TEST(Check, ADeadlockExactlyAtTheDepthLimitIsSeen) {
  CheckOptions options;
  options.limits.level_max = 4;  // x == 3 and B at r, after four moves
  const PropertyResult result = ask(counters, "deadlock", options);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  options.limits.level_max = 2;
  EXPECT_EQ(ask(counters, "deadlock", options).verdict, Verdict::Unknown);
}

TEST(Check, ATimeLimitIsUnknown) {
  CheckOptions options;
  options.limits.seconds_max = 1e-9;
  const PropertyResult result = ask(endless, "inv: a <= 30000", options);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason, Reason::Time);
}

// One state with 3^16 successors: the limits hold inside its expansion too.
TEST(Check, ALimitEndsAnExpansionWithoutEnd) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    text += "process P" + std::to_string(i) +
            " { state a, b, c; init a; trans a -> a {}, a -> b {}, a -> c {}; }\n";
  }
  CheckOptions options;
  options.limits.seconds_max = 0.05;
  const Report report = explore(read(text + "system sync;\n"), options);
  EXPECT_EQ(report.stop_reason, Reason::Time);
  EXPECT_LT(report.statistics.states, 1'000'000U);
}

}  // namespace
}  // namespace clew
