#include "clew/render/text.hpp"

#include <gtest/gtest.h>

#include "clew/render/models_test.hpp"

namespace clew {
namespace {

using render_test::holds;
using render_test::unknown;
using render_test::violated;

Report forks_report() {
  const auto model = render_test::model_of(render_test::two_forks);
  Report report = render_test::report_of(model);
  report.properties = {
      violated("deadlock", PropertyKind::Deadlock, "no reachable state is a deadlock",
               render_test::walk(*model, {0, 1}), "no process can move"),
      holds("inv: not (A.eating and B.eating)", PropertyKind::Invariant,
            "not (A.eating and B.eating)"),
      unknown("claim", PropertyKind::Claim, Reason::Unsupported,
              "temporal logic is not part of this version"),
  };
  return report;
}

constexpr const char* forks_verdicts =
    "violated  deadlock                          after 2 moves\n"
    "holds     inv: not (A.eating and B.eating)  exhaustive\n"
    "unknown   claim                             unsupported: temporal logic is not part of this "
    "version\n";

constexpr const char* forks_trace =
    "\n"
    "counterexample to 'deadlock', 2 moves\n"
    "  0  fork = [0, 0]   A = thinking   B = thinking\n"
    "  1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 6\n"
    "       fork[0]: 0 -> 1\n"
    "  2  B: thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; }   line 14\n"
    "       fork[1]: 0 -> 1\n"
    "     last state: fork = [1, 1]   A = has_left   B = has_left\n"
    "     end: no process can move\n";

TEST(TextReport, ShowsVerdictsThenStatisticsThenTraces) {
  EXPECT_EQ(text_report(forks_report()),
            std::string(forks_verdicts) +
                "\n"
                "1,234,567 states, 2,345,678 transitions, 3 levels, 1 deadlock, 0 errors\n"
                "0.25 s, 4.0 MiB, 8.0 bytes per state\n" +
                forks_trace);
}

TEST(TextReport, ShowsOnlyVerdictsWhenQuiet) {
  EXPECT_EQ(text_report(forks_report(), {.quiet = true}), forks_verdicts);
}

TEST(TextReport, SaysHowTheAnswerWasFoundWhenVerbose) {
  EXPECT_EQ(
      text_report(forks_report(), {.verbose = true}),
      std::string("m.dve: dve, 2 processes, 4 slots, 20 bits per state\n"
                  "\n"
                  "violated  deadlock                          after 2 moves (explicit)\n"
                  "holds     inv: not (A.eating and B.eating)  exhaustive (explicit)\n"
                  "unknown   claim\n"
                  "            unsupported: temporal logic is not part of this version (explicit)\n"
                  "\n"
                  "1,234,567 states, 2,345,678 transitions, 3 levels, 1 deadlock, 0 errors\n"
                  "0.25 s, 4.0 MiB, 8.0 bytes per state\n"
                  "4,938,268 states/s, store exact, 1 thread, interpreted\n") +
          forks_trace);
}

TEST(TextReport, PaintsTheVerdicts) {
  EXPECT_EQ(
      text_report(forks_report(), {.color = true, .quiet = true}),
      "\x1b[31mviolated\x1b[0m  deadlock                          after 2 moves\n"
      "\x1b[32mholds\x1b[0m     inv: not (A.eating and B.eating)  exhaustive\n"
      "\x1b[33munknown\x1b[0m   claim                             unsupported: temporal logic "
      "is not part of this version\n");
}

TEST(TextReport, SaysWitnessForAQuestionOfExistence) {
  const auto model = render_test::model_of(render_test::two_forks);
  Report report = render_test::report_of(model);
  PropertyResult found = violated("reach: A.thinking", PropertyKind::Reach, "A.thinking",
                                  render_test::walk(*model, {}), "'A.thinking' is true");
  found.verdict = Verdict::Holds;
  PropertyResult none = holds("both", PropertyKind::Reach, "A.eating and B.eating");
  none.verdict = Verdict::Violated;
  report.properties = {found, none};
  report.statistics = {};
  EXPECT_EQ(text_report(report),
            "holds     reach: A.thinking            witness in the initial state\n"
            "violated  both: A.eating and B.eating  no such state, exhaustive\n"
            "\n"
            "witness of 'reach: A.thinking', no move\n"
            "  0  fork = [0, 0]   A = thinking   B = thinking\n"
            "     end: 'A.thinking' is true\n");
}

TEST(TextReport, NumbersSeveralTracesAndCountsAllViolations) {
  const auto model = render_test::model_of(render_test::overflow);
  Report report = render_test::report_of(model);
  PropertyResult result = violated("errors", PropertyKind::Errors, "", {}, "");
  const ShownTrace shown{render_test::walk(*model, {0, 0}), "value 256 is outside 0..255 of 'x'"};
  result.traces = {shown, shown};
  result.violation_count = 5000;
  report.properties = {result};
  report.statistics = {};
  const std::string steps =
      "  0  x = 254   Counter = up\n"
      "  1  Counter: up -> up { effect x = x + 1; }   line 6\n"
      "       x: 254 -> 255\n"
      "  2  Counter: up -> up { effect x = x + 1; }   line 6\n"
      "     error: value 256 is outside 0..255 of 'x'\n";
  EXPECT_EQ(text_report(report),
            "violated  errors  after 2 moves; 5,000 violations in all\n"
            "\n"
            "counterexample 1 of 2 to 'errors', 2 moves\n" +
                steps +
                "\n"
                "counterexample 2 of 2 to 'errors', 2 moves\n" +
                steps);
}

TEST(TextReport, NeverLetsALimitLookLikeAnAnswer) {
  Report report = render_test::report_of(render_test::model_of(render_test::two_forks));
  PropertyResult bounded = unknown("inv: fork[0] < 2", PropertyKind::Invariant, Reason::Depth,
                                   "depth limit of 12 moves reached");
  bounded.basis = Basis::Bounded;
  bounded.depth = 12;
  report.properties = {
      bounded, unknown("errors", PropertyKind::Errors, Reason::Memory, "limit of 2.0 GiB reached")};
  report.finished = false;
  report.stop_reason = Reason::Memory;
  report.stop_text = "limit of 2.0 GiB reached";
  EXPECT_EQ(text_report(report),
            "unknown   inv: fork[0] < 2  depth limit of 12 moves reached; no violation up to level "
            "12\n"
            "unknown   errors            memory: limit of 2.0 GiB reached\n"
            "\n"
            "1,234,567 states, 2,345,678 transitions, 3 levels, 1 deadlock, 0 errors\n"
            "0.25 s, 4.0 MiB, 8.0 bytes per state\n"
            "stopped early: memory: limit of 2.0 GiB reached\n");
}

TEST(TextReport, SaysThatASearchStoppedBecauseAllWasDecided) {
  Report report = render_test::report_of(render_test::model_of(render_test::two_forks));
  report.finished = false;
  EXPECT_EQ(text_report(report),
            "\n"
            "1,234,567 states, 2,345,678 transitions, 3 levels, 1 deadlock, 0 errors\n"
            "0.25 s, 4.0 MiB, 8.0 bytes per state\n"
            "stopped early: every property is decided; there may be more states\n");
}

TEST(TextReport, FoldsALongPropertyAndPutsTheReasonBelow) {
  Report report = render_test::report_of(render_test::model_of(render_test::two_forks));
  report.statistics = {};
  report.properties = {
      holds("inv: A.thinking or A.has_left or A.eating or B.thinking or B.has_left or B.eating or "
            "fork[0] == 0",
            PropertyKind::Invariant, ""),
      holds("errors", PropertyKind::Errors, "")};
  EXPECT_EQ(text_report(report),
            "holds     inv: A.thinking or A.has_left or A.eating or B.thinking or B.has_left or "
            "B.eating or\n"
            "            fork[0] == 0\n"
            "            exhaustive\n"
            "holds     errors  exhaustive\n");
}

// Two properties over runs, each with a search of its own.
Report runs_report() {
  const auto model = render_test::model_of(render_test::two_forks);
  Report report = render_test::report_of(model);
  report.statistics = {};
  PropertyResult live = violated("live", PropertyKind::Ltl, "F A.eating", {}, "");
  live.traces = {render_test::stuck_forks(*model)};
  live.property.propositions = render_test::fork_propositions();
  live.statistics = Statistics{};
  live.statistics->states = 1200;
  live.statistics->transitions = 1;
  live.statistics->seconds = 0.5;
  live.statistics->peak_memory_bytes = 4U << 20;
  PropertyResult safe = holds("ltl: G (B.eating -> X A.eating)", PropertyKind::Ltl, "");
  safe.statistics = live.statistics;
  safe.warnings = {"'B.eating' is true in no reachable state", "'B' never moves"};
  report.properties = {live, safe};
  return report;
}

TEST(TextReport, PutsWarningsBelowTheVerdictAndTheCostOfEachSearchBelowAll) {
  EXPECT_EQ(text_report(runs_report()),
            "violated  live: F A.eating                 after 3 moves\n"
            "holds     ltl: G (B.eating -> X A.eating)  exhaustive\n"
            "          warning: 'B.eating' is true in no reachable state\n"
            "          warning: 'B' never moves\n"
            "\n"
            "'live': 1,200 states, 1 transition, 0.50 s, 4.0 MiB\n"
            "'ltl: G (B.eating -> X A.eating)': 1,200 states, 1 transition, 0.50 s, 4.0 MiB\n"
            "\n"
            "counterexample to 'live', lasso of 3 moves\n" +
                trace_text(*runs_report().model, runs_report().properties[0].traces[0], {},
                           render_test::fork_propositions()));
}

TEST(TextReport, WarnsWhenQuietToo) {
  EXPECT_EQ(text_report(runs_report(), {.color = true, .quiet = true}),
            "\x1b[31mviolated\x1b[0m  live: F A.eating                 after 3 moves\n"
            "\x1b[32mholds\x1b[0m     ltl: G (B.eating -> X A.eating)  exhaustive\n"
            "          \x1b[33mwarning:\x1b[0m 'B.eating' is true in no reachable state\n"
            "          \x1b[33mwarning:\x1b[0m 'B' never moves\n");
}

TEST(TextReport, OwnsUpToADefectFirst) {
  Report report = render_test::report_of(render_test::model_of(render_test::two_forks));
  report.statistics = {};
  report.defect = "the explicit engine's trace for 'deadlock' does not replay";
  EXPECT_EQ(text_report(report),
            "defect    the explicit engine's trace for 'deadlock' does not replay\n"
            "          this is a mistake of Clew, not of the model: please report it\n");
}

TEST(TextReport, ShowsTheSizeAndTheUnreachedActionsOfAnExploration) {
  Report report = render_test::report_of(render_test::model_of(render_test::overflow));
  report.command = "explore";
  report.unreached = {ActionId{1}};
  report.statement_count = 2;
  EXPECT_EQ(text_report(report),
            "finished  m.dve: every reachable state was seen\n"
            "\n"
            "  states                1,234,567\n"
            "  transitions           2,345,678\n"
            "  levels                        3\n"
            "  deadlocks                     1\n"
            "  errors                        0\n"
            "  time                     0.25 s\n"
            "  memory                  4.0 MiB\n"
            "  bytes per state             8.0\n"
            "\n"
            "never taken: 1 of 2 actions\n"
            "  Counter: never -> up { }   line 7\n");
  EXPECT_EQ(text_report(report, {.quiet = true}),
            "finished  m.dve: every reachable state was seen\n"
            "          1,234,567 states, 2,345,678 transitions, 3 levels, 1 deadlock, 0 errors\n");
}

TEST(TextReport, SaysWhyAnExplorationIsIncomplete) {
  Report report = render_test::report_of(render_test::model_of(render_test::overflow));
  report.command = "explore";
  report.finished = false;
  report.stop_reason = Reason::Interrupted;
  report.statistics.level_sizes.clear();
  EXPECT_EQ(text_report(report),
            "unknown   m.dve: stopped early: interrupted\n"
            "\n"
            "  states                1,234,567\n"
            "  transitions           2,345,678\n"
            "  deadlocks                     1\n"
            "  errors                        0\n"
            "  time                     0.25 s\n"
            "  memory                  4.0 MiB\n"
            "  bytes per state             8.0\n");
}

TEST(LevelsText, DrawsABarForEveryLevel) {
  Statistics statistics;
  statistics.level_sizes = {1, 3, 2};
  EXPECT_EQ(levels_text(statistics),
            "level  states\n"
            "    0       1  #\n"
            "    1       3  ###\n"
            "    2       2  ##\n");
}

TEST(LevelsText, ScalesLongBarsAndKeepsShortOnesVisible) {
  Statistics statistics;
  statistics.level_sizes = {1, 1200000, 600000};
  EXPECT_EQ(levels_text(statistics),
            "level     states\n"
            "    0          1  #\n"
            "    1  1,200,000  " +
                std::string(60, '#') + "\n" + "    2    600,000  " + std::string(30, '#') + "\n");
}

TEST(LevelsText, SaysWhenLevelsAreNotKnown) {
  EXPECT_EQ(levels_text({}), "levels: known only after a breadth-first search\n");
}

}  // namespace
}  // namespace clew
