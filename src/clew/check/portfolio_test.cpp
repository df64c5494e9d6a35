#include "clew/check/portfolio.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "clew/check/check.hpp"
#include "clew/check/compare.hpp"
#include "clew/check/counters_test.hpp"

namespace clew {
namespace {

using check_test::counters;
using check_test::read;

[[noreturn]] void sleep_for_ever() {
  while (true) ::pause();
}

EngineReport nothing_from(const Model& model, const EngineTask& task) {
  EngineReport report;
  report.findings.resize(task.properties.size());
  report.action_taken.resize(model.actions.size(), true);
  return report;
}

// --- engines with weaknesses

const EngineInfo real = *engine_named("explicit");
const EngineInfo aborts{"aborts", "",
                        [](const Model&, const EngineTask&) -> EngineReport { std::abort(); }};
const EngineInfo is_killed{"killed", "", [](const Model&, const EngineTask&) -> EngineReport {
                             ::raise(SIGKILL);
                             sleep_for_ever();
                           }};
const EngineInfo throws{"throws", "", [](const Model&, const EngineTask&) -> EngineReport {
                          throw std::runtime_error("no idea");
                        }};
const EngineInfo sleeps{"sleeps", "",
                        [](const Model&, const EngineTask&) -> EngineReport { sleep_for_ever(); }};
const EngineInfo eats{"eats", "", [](const Model&, const EngineTask&) -> EngineReport {
                        std::vector<std::string> eaten;
                        while (true) eaten.emplace_back(1U << 20, 'x');
                      }};
// Says something about another number of properties than was asked.
const EngineInfo miscounts{"miscounts", "", [](const Model& model, const EngineTask& task) {
                             EngineReport report = nothing_from(model, task);
                             report.findings.emplace_back();
                             return report;
                           }};
// Claims a run by an action that does not exist.
const EngineInfo raves{"raves", "", [](const Model& model, const EngineTask& task) {
                         EngineReport report = nothing_from(model, task);
                         Finding& finding = report.findings.front();
                         finding.verdict = Verdict::Violated;
                         finding.basis = Basis::Witness;
                         const Firing firing{to_id<ProcessId>(0), to_id<ActionId>(1'000'000)};
                         finding.traces = {{Interpreter(model).initial_state(), {{firing}}}};
                         return report;
                       }};
const EngineInfo refuses{"refuses", "", [](const Model& model, const EngineTask& task) {
                           EngineReport report = nothing_from(model, task);
                           for (Finding& finding : report.findings) {
                             finding.reason = Reason::Unsupported;
                             finding.reason_text = "not my kind";
                           }
                           return report;
                         }};
const EngineInfo gets_tired{"tired", "", [](const Model& model, const EngineTask& task) {
                              EngineReport report = nothing_from(model, task);
                              for (Finding& finding : report.findings) {
                                finding.basis = Basis::Bounded;
                                finding.depth = 7;
                                finding.reason = Reason::Solver;
                                finding.reason_text = "the solver gave up";
                              }
                              return report;
                            }};
// Wrong, and sure of it.
const EngineInfo believes{"believes", "", [](const Model& model, const EngineTask& task) {
                            EngineReport report = nothing_from(model, task);
                            for (Finding& finding : report.findings) {
                              finding.verdict = Verdict::Holds;
                              finding.basis = Basis::Exhaustive;
                            }
                            report.finished = true;
                            return report;
                          }};
// Answers the first property at once, and thinks about the others for ever.
const EngineInfo knows_one{"knows_one", "",
                           [](const Model&, const EngineTask& task) -> EngineReport {
                             Finding finding;
                             finding.verdict = Verdict::Holds;
                             finding.basis = Basis::Inductive;
                             task.decided(0, finding);
                             sleep_for_ever();
                           }};
// Answers the last property when nobody wants the first any more.
const EngineInfo knows_last{"knows_last", "", [](const Model& model, const EngineTask& task) {
                              while (task.is_wanted(0)) {
                              }
                              EngineReport report = nothing_from(model, task);
                              report.findings.back().verdict = Verdict::Holds;
                              report.findings.back().basis = Basis::Inductive;
                              return report;
                            }};

// Has looked as far as it was asked to.
const EngineInfo comes_to_bound{"comes_to_bound", "",
                                [](const Model& model, const EngineTask& task) {
                                  EngineReport report = nothing_from(model, task);
                                  report.findings.front().basis = Basis::Bounded;
                                  report.findings.front().reason = Reason::Depth;
                                  report.findings.front().reason_text = "depth limit";
                                  report.findings.front().depth = task.limits.level_max;
                                  return report;
                                }};
// Proves it a moment later.
const EngineInfo proves{"proves", "", [](const Model& model, const EngineTask& task) {
                          ::usleep(50'000);
                          EngineReport report = nothing_from(model, task);
                          report.findings.front().verdict = Verdict::Holds;
                          report.findings.front().basis = Basis::Inductive;
                          return report;
                        }};

std::string line_of(const PropertyResult& result) {
  std::string line = std::string(name_of(result.verdict)) + " by " + result.engine;
  if (!result.traces.empty()) {
    line += ", " + std::to_string(result.traces.front().trace.length()) + " moves";
  }
  if (result.reason != Reason::None) {
    line += ", " + std::string(name_of(result.reason)) + ": " + result.reason_text;
  }
  if (result.basis == Basis::Bounded) line += ", depth " + std::to_string(result.depth);
  return line;
}

struct Asked {
  Model model = read(counters);
  CheckOptions options;
  Report report;

  explicit Asked(const std::vector<std::string>& properties = {"deadlock"}) {
    for (const std::string& each : properties) {
      options.properties.push_back(read_property(model, each).value());
    }
  }
  // What all say together, a line for each property.
  std::string together(const std::vector<EngineInfo>& engines) {
    std::vector<Member> members;
    for (const EngineInfo& engine : engines) members.push_back({engine});
    report = check_with(portfolio_of(members), model, options);
    std::string lines;
    for (const PropertyResult& result : report.properties) {
      lines += (lines.empty() ? "" : "\n") + line_of(result);
    }
    return lines;
  }
};

TEST(Portfolio, TheFirstAnswerCountsWhateverBecomesOfTheOthers) {
  for (const EngineInfo& other :
       {aborts, is_killed, throws, sleeps, miscounts, raves, refuses, gets_tired}) {
    Asked asked;
    EXPECT_EQ(asked.together({other, real}), "violated by explicit, 3 moves") << other.name;
    EXPECT_EQ(exit_code(asked.report), 1);
  }
}

TEST(Portfolio, WhoHasComeToTheBoundWaitsForWhoCanDecide) {
  Asked asked;
  asked.options.limits.level_max = 2;
  EXPECT_EQ(asked.together({comes_to_bound, proves}), "holds by proves");
  EXPECT_EQ(asked.together({comes_to_bound, sleeps}),
            "unknown by comes_to_bound, depth: depth limit, depth 2");
  EXPECT_EQ(asked.together({comes_to_bound}),
            "unknown by comes_to_bound, depth: depth limit, depth 2");
}

TEST(Portfolio, WhoEatsMemoryLosesOnlyItself) {
  Asked asked;
  asked.options.limits.memory_bytes_max = 300U << 20;
  EXPECT_EQ(asked.together({eats, real}), "violated by explicit, 3 moves");
  EXPECT_EQ(asked.together({eats}), "unknown by eats, memory: memory limit of 300.0 MiB reached");
}

TEST(Portfolio, EveryEngineThatDropsOutSaysWhy) {
  EXPECT_EQ(Asked().together({aborts}),
            "unknown by aborts, solver: the engine was ended by signal 6 (Aborted)");
  EXPECT_EQ(Asked().together({is_killed}),
            "unknown by killed, solver: the engine was ended by signal 9 (Killed)");
  EXPECT_EQ(Asked().together({throws}), "unknown by throws, solver: no idea");
  EXPECT_EQ(Asked().together({miscounts}),
            "unknown by miscounts, solver: its answer makes no sense");
  EXPECT_EQ(Asked().together({raves}), "unknown by raves, solver: its answer makes no sense");
}

TEST(Portfolio, OfManyThatDoNotKnowTheBestSpeaksAndAllAreHeard) {
  Asked asked;
  EXPECT_EQ(
      asked.together({refuses, gets_tired, aborts}),
      "unknown by tired, solver: refuses: not my kind; tired: the solver gave up; aborts: the "
      "engine was ended by signal 6 (Aborted), depth 7");
  EXPECT_EQ(exit_code(asked.report), 3);
}

TEST(Portfolio, EachPropertyGetsItsFirstAnswerWhileOthersAreOpen) {
  Asked asked({"inv: x <= 3", "inv: x < 9"});
  EXPECT_EQ(asked.together({knows_one, knows_last}), "holds by knows_one\nholds by knows_last");
  EXPECT_EQ(exit_code(asked.report), 0);
}

TEST(Portfolio, WithoutAnAnswerTheTimeLimitEndsAll) {
  Asked asked;
  asked.options.limits.seconds_max = 0.05;
  EXPECT_EQ(asked.together({sleeps, sleeps}),
            "unknown by sleeps, time: time limit of 0.05 s reached");
}

TEST(Portfolio, TheWatcherEndsAll) {
  Asked asked;
  int beats = 0;
  asked.options.watcher = [&](const Heartbeat&) {
    return ++beats == 3 ? Continue::No : Continue::Yes;
  };
  EXPECT_EQ(asked.together({sleeps, sleeps}), "unknown by sleeps, interrupted: interrupted");
  EXPECT_EQ(beats, 3);
}

TEST(Portfolio, WhoComesLateIsNotStartedIfTheFirstHasAnswered) {
  Asked asked;
  asked.report = check_with(portfolio_of({{real}, {aborts, std::chrono::hours(1)}}), asked.model,
                            asked.options);
  EXPECT_EQ(line_of(asked.report.properties[0]), "violated by explicit, 3 moves");
}

TEST(Portfolio, WhoComesLateBeginsWhenTheFirstDropsOut) {
  Asked asked;
  asked.report = check_with(portfolio_of({{aborts}, {real, std::chrono::hours(1)}}), asked.model,
                            asked.options);
  EXPECT_EQ(line_of(asked.report.properties[0]), "violated by explicit, 3 moves");
}

TEST(Portfolio, AnswersOverRunsAndTreesTravelToo) {
  Asked asked({"ltl: G F (x == 0)", "ctl: AG EF (x == 0)", "ctl: EF EG (x == 3)", "reach: x == 3"});
  EXPECT_EQ(asked.together({real, refuses}),
            "violated by explicit, 4 moves\nviolated by explicit, 3 moves\n"
            "holds by explicit, 3 moves\nholds by explicit, 3 moves");
  Report alone = check_with(real, asked.model, asked.options);
  for (std::size_t i = 0; i < alone.properties.size(); ++i) {
    ASSERT_FALSE(alone.properties[i].traces.empty());
    ASSERT_FALSE(asked.report.properties[i].traces.empty());
    const Trace& one = alone.properties[i].traces.front().trace;
    const Trace& other = asked.report.properties[i].traces.front().trace;
    ASSERT_EQ(one.steps.size(), other.steps.size());
    EXPECT_EQ(one.loop_start, other.loop_start);
    for (std::size_t k = 0; k < one.steps.size(); ++k) {
      EXPECT_EQ(one.steps[k].firings, other.steps[k].firings);
      EXPECT_EQ(one.steps[k].state, other.steps[k].state);
    }
  }
}

// --- compare

TEST(Compare, LaysAllAnswersSideBySide) {
  Asked asked;
  const Report report = compare({real, refuses, aborts}, asked.model, asked.options);
  EXPECT_EQ(exit_code(report), 1);
  std::string lines;
  for (const ComparedAnswer& answer : report.properties[0].compared) {
    lines += answer.engine + " " + std::string(name_of(answer.verdict)) + " " +
             (answer.trace_length ? std::to_string(*answer.trace_length) : "-") + " " +
             answer.reason_text + "\n";
  }
  EXPECT_EQ(lines,
            "explicit violated 3 \nrefuses unknown - not my kind\n"
            "aborts unknown - the engine was ended by signal 6 (Aborted)\n");
  EXPECT_EQ(report.chosen, (std::vector<std::string>{"explicit", "refuses", "aborts"}));
}

TEST(Compare, AContradictionIsADefectAndTheTraceStays) {
  Asked asked({"inv: x <= 3", "deadlock"});
  for (const auto& engines : {std::vector{real, believes}, std::vector{believes, real}}) {
    const Report report = compare(engines, asked.model, asked.options);
    EXPECT_EQ(exit_code(report), 4);
    EXPECT_EQ(report.properties[0].verdict, Verdict::Holds);
    const PropertyResult& result = report.properties[1];
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.reason, Reason::Defect);
    ASSERT_EQ(result.traces.size(), 1U);
    EXPECT_EQ(result.traces[0].engine, "explicit");
    EXPECT_EQ(result.traces[0].trace.length(), 3U);
  }
  EXPECT_EQ(compare({real, believes}, asked.model, asked.options).defect,
            "'deadlock': explicit says violated, believes says holds");
}

TEST(Compare, NotToKnowIsNoContradiction) {
  Asked asked({"inv: x <= 3"});
  EXPECT_EQ(exit_code(compare({gets_tired, real}, asked.model, asked.options)), 0);
  EXPECT_EQ(exit_code(compare({gets_tired, refuses}, asked.model, asked.options)), 3);
}

}  // namespace
}  // namespace clew
