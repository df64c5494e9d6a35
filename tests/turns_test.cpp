// Several questions side by side, and what is known when a limit ends a search.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "clew/check/check.hpp"
#include "clew/engine/explicit/search_run.hpp"
#include "clew/lang/language.hpp"
#include "clew/render/json.hpp"
#include "clew/render/text.hpp"
#include "clew/store/tree_store.hpp"
#include "clew/walk/interpreter_expander.hpp"
#include "clew/walk/turn_slices.hpp"
#include "tests/ask.hpp"

namespace clew {
namespace {

Model read(const std::string& language, const std::string& text) {
  auto model = language_named(language)->read({"m." + language, text, {}});
  EXPECT_TRUE(model.ok()) << model.diagnostics.text();
  return model.value();
}

// A check that somebody stops as soon as he hears of a verdict early.
struct Heard {
  Report report;
  std::vector<std::string> early;
};

Heard check_until_heard(Model& model, const std::vector<std::string>& questions,
                        std::uint64_t threads, bool stops = true) {
  Heard heard;
  CheckOptions options;
  options.engine = "explicit";
  options.threads = threads;
  options.reduces_where_sound = true;
  for (const std::string& question : questions) {
    options.properties.push_back(property_of(model, question));
  }
  options.early = [&](const Property& property, Verdict verdict) {
    heard.early.push_back(fmt::format("{} {}", property.name, name_of(verdict)));
  };
  options.watcher = [&](const Heartbeat&) {
    return stops && !heard.early.empty() ? Continue::No : Continue::Yes;
  };
  heard.report = check(model, options);
  EXPECT_EQ(heard.report.defect, "");
  return heard;
}

std::string verdicts_of(const Report& report) {
  std::string text;
  for (const PropertyResult& result : report.properties) {
    text += fmt::format("{} {}{}; ", result.property.name, name_of(result.verdict),
                        result.traces.empty() ? "" : " shown");
  }
  return text;
}

// --- slices

TEST(TurnSlices, GrowWithTheSearchTheyInterrupt) {
  TurnSlices slices;
  EXPECT_EQ(slices.due(19'999), std::nullopt);
  EXPECT_EQ(slices.next(), 20'000U);
  EXPECT_EQ(slices.due(20'000), 20'000U);
  EXPECT_EQ(slices.next(), 80'000U);
  EXPECT_EQ(slices.due(79'999), std::nullopt);
  EXPECT_EQ(slices.due(80'100), 26'666U);
  EXPECT_EQ(slices.due(20'000'000), 1'706'666U);  // what was passed over is not made up for
  EXPECT_EQ(slices.next(), 20'480'000U);
}

// --- several questions

constexpr std::string_view counting =
    "int count; bool incr;\n"
    "active proctype A() { do :: incr -> count++ od }\n"
    "active proctype B() { do :: incr = false :: incr = true od }\n"
    "ltl p1 { <> (count > 9) }\n";

TEST(Turns, FindAViolationBehindAQuestionThatNeverEnds) {
  for (const std::uint64_t threads : {1U, 2U}) {
    Model model = read("promela", std::string(counting));
    const Heard heard = check_until_heard(model, {"errors", "p1"}, threads);
    EXPECT_EQ(verdicts_of(heard.report), "errors unknown; p1 violated shown; ");
    EXPECT_EQ(heard.early, std::vector<std::string>{"p1 violated"});
    Model alone = read("promela", std::string(counting));
    const Heard same = check_until_heard(alone, {"p1"}, threads);
    EXPECT_EQ(same.early, std::vector<std::string>{});
    EXPECT_EQ(json_trace(*heard.report.model, heard.report.properties[1].traces.front(), {}),
              json_trace(*same.report.model, same.report.properties[0].traces.front(), {}));
  }
}

TEST(Turns, FindWhatComesLast) {
  Model model = read("promela", std::string(counting) +
                                    "ltl p2 { [] (count < 2000000000) }\n"
                                    "ltl p3 { [] (count < 30) }\n");
  const Heard heard = check_until_heard(model, {"p2", "p3"}, 1);
  EXPECT_EQ(verdicts_of(heard.report), "p2 unknown; p3 violated shown; ");
  EXPECT_EQ(heard.early, std::vector<std::string>{"p3 violated"});
}

TEST(Turns, AskForDeadlocksAloneWhereMoreMovesCanWait) {
  Model model = read("promela",
                     "active [3] proctype N() { byte a, b; do :: a++ :: b++ :: a = b od }\n");
  const Heard heard = check_until_heard(model, {"deadlock", "errors"}, 1);
  EXPECT_EQ(verdicts_of(heard.report), "deadlock holds; errors unknown; ");
  EXPECT_EQ(heard.early, std::vector<std::string>{"deadlock holds"});
}

TEST(Turns, AreNotNeededByShortSearches) {
  Model model = read("dve",
                     "byte x;\nprocess P { state a; init a; trans\n"
                     "  a -> a { guard x < 9; effect x = x + 1; }; }\nsystem async;\n");
  const Heard heard =
      check_until_heard(model, {"deadlock", "ltl: F {x == 9}", "ltl: G {x < 5}"}, 1, false);
  EXPECT_EQ(verdicts_of(heard.report),
            "deadlock violated shown; ltl: F {x == 9} holds; ltl: G {x < 5} violated shown; ");
  EXPECT_EQ(heard.early, std::vector<std::string>{});
}

TEST(Turns, TellWhatALongSearchSeesBeforeItsEnd) {
  const std::string text =
      "byte x, y, z;\nprocess P { state a; init a; trans\n"
      "  a -> a { guard x < 60; effect x = x + 1; }, a -> a { guard y < 60; effect y = y + 1; },\n"
      "  a -> a { guard z < 60; effect z = z + 1; }; }\nsystem async;\n";
  Model model = read("dve", text);
  const Heard heard = check_until_heard(model, {"inv: x < 3", "inv: x < 70"}, 2, false);
  EXPECT_EQ(verdicts_of(heard.report), "inv: x < 3 violated shown; inv: x < 70 holds; ");
  EXPECT_EQ(heard.early, std::vector<std::string>{"inv: x < 3 violated"});
}

// --- two orders

TEST(Turns, OfADepthFirstSearchMeetALoopNearTheBeginning) {
  const std::string text =
      "int x; bit b; byte y;\n"
      "active proctype A() { do :: x++ od }\n"
      "active proctype B() { do :: b = 1 - b od }\n"
      "ltl p { <> (b == 1 && y == 1) }\n";
  for (const std::uint64_t threads : {1U, 2U}) {
    Model model = read("promela", text);
    const Heard heard = check_until_heard(model, {"p"}, threads, false);
    EXPECT_EQ(verdicts_of(heard.report), "p violated shown; ");
    EXPECT_LE(heard.report.properties[0].traces.front().trace.length(), 64U);
  }
}

TEST(Turns, OfABreadthFirstSearchMeetWhatIsFarDown) {
  const std::string text =
      "int x, y, z;\n"
      "active proctype A() { do :: x++ od }\n"
      "active proctype B() { do :: y++ od }\n"
      "active proctype C() { do :: z++ od }\n"
      "ltl p { [] (x + 0 * y + 0 * z < 5000) }\n";
  Model model = read("promela", text);
  const Heard heard = check_until_heard(model, {"p"}, 1);
  EXPECT_EQ(verdicts_of(heard.report), "p violated shown; ");
  EXPECT_EQ(heard.early, std::vector<std::string>{"p violated"});
  ASSERT_EQ(heard.report.properties[0].warnings.size(), 1U);
  EXPECT_TRUE(heard.report.properties[0].warnings[0].starts_with(
      "a shorter trace may exist: interrupted after "));
}

// The first processes of the text can go on for longer than anybody waits.
TEST(Turns, OfSearchesInOtherOrdersMeetWhatTheLastProcessDoes) {
  const std::string text =
      "int n; byte z[6]; bool err;\n"
      "active [3] proctype A() { do :: z[_pid]++ :: z[_pid+3]++ od }\n"
      "active proctype B() { do :: n < 1000 -> n++ :: n == 1000 -> err = true; n = 1001 od }\n"
      "ltl never_wrong { [] !err }\n"
      "ltl comes_back { [] <> (n == 0) }\n";
  for (const std::string name : {"never_wrong", "comes_back"}) {
    Model model = read("promela", text);
    const Heard heard = check_until_heard(model, {name}, 1);
    EXPECT_EQ(verdicts_of(heard.report), name + " violated shown; ");
  }
}

// --- doubts

TEST(Turns, OfDoubtsAreShort) {
  const std::string text =
      "int x, y; bool ok = true;\n"
      "active proctype A() { do :: x++ od }\n"
      "active proctype B() { do :: y++ od }\n"
      "active proctype C() { ok == false; x = 0 }\n"
      "ltl easy { <> ok }\n";
  Model model = read("promela", text);
  std::uint64_t states_most = 0;
  EngineInfo counting_engine = *engine_named("explicit");
  counting_engine.run = [&](const Model& asked, const EngineTask& task) {
    EngineReport report = engine_named("explicit")->run(asked, task);
    states_most = std::max(states_most, report.statistics.states);
    return report;
  };
  CheckOptions options;
  options.threads = 1;
  options.properties = {property_of(model, "easy")};
  const Report report = check_with(counting_engine, model, options);
  EXPECT_EQ(verdicts_of(report), "easy holds; ");
  EXPECT_EQ(report.properties[0].warnings, std::vector<std::string>{});
  EXPECT_GT(states_most, 100'000U);
  EXPECT_LT(states_most, 110'000U);
}

TEST(Turns, OfDoubtsAreTakenByEveryEngine) {
  const std::string text =
      "byte x;\nprocess P { state a; init a; trans\n"
      "  a -> a { guard x < 3; effect x = x + 1; }; }\nsystem async;\n";
  for (const std::string engine : {"explicit", "bdd", "explicit,bdd"}) {
    Model model = read("dve", text);
    const Property property = property_of(model, "ltl: F {x == 3}");
    CheckOptions options;
    options.engine = engine;
    options.properties = {property};
    const Report report = check(model, options);
    EXPECT_EQ(verdicts_of(report), "ltl: F {x == 3} holds; ") << engine;
    const std::vector<std::string> warnings = {
        "no run is infinite: every run comes to an end, and stays there"};
    EXPECT_EQ(report.properties[0].warnings, warnings) << engine;
  }
}

// --- found, and not shown

Model counter() {
  return read("dve",
              "byte x;\nprocess P { state a; init a; trans\n"
              "  a -> a { guard x < 9; effect x = x + 1; }; }\nsystem async;\n");
}

// Time is up when the way to what was found begins to be sought.
Finding found_too_late(Reduction reduction) {
  const Model model = counter();
  EngineTask task;
  task.properties.emplace_back();
  task.properties.back().kind = PropertyKind::Deadlock;
  task.reduction = reduction;
  LimitWatch limits(task);
  const Interpreter judge(model);
  const WordCodec codec(model, proven_ranges(model));
  const StatePacking walked(judge, codec, Reduction::None);
  Crew crew(1);
  const auto make = [&](unsigned) -> std::unique_ptr<Expander> {
    return std::make_unique<InterpreterExpander>(walked, task.properties, MoveLabel::None);
  };
  const auto make_late = [&](unsigned worker) {
    task.limits.seconds_max = 5;
    task.limits.seconds_before = 1000;
    return make(worker);
  };
  const SearchSetting setting{walked, task, limits, crew, make, make_late};
  SearchRun<TreeStore> run(setting, [&](unsigned workers) {
    return std::make_unique<TreeStore>(
        TreeStore::Options{.word_widths = codec.layout().word_widths, .workers = workers});
  });
  return run.breadth_first().findings.front();
}

TEST(Unshown, IsAVerdictOfAnExactSearchThroughTheModelAsItIs) {
  const Finding finding = found_too_late(Reduction::None);
  EXPECT_EQ(finding.verdict, Verdict::Violated);
  EXPECT_EQ(finding.basis, Basis::Witness);
  EXPECT_EQ(finding.reason, Reason::Time);
  EXPECT_EQ(finding.reason_text,
            "time limit of 5 s reached while the way to what was found was sought");
  EXPECT_EQ(finding.depth, 9U);
  EXPECT_TRUE(finding.traces.empty());
}

TEST(Unshown, IsNoneWhereMovesAreLeftOut) {
  const Finding finding = found_too_late(Reduction::PartialOrder);
  EXPECT_EQ(finding.verdict, Verdict::Unknown);
  EXPECT_EQ(finding.basis, Basis::None);
  EXPECT_EQ(finding.reason, Reason::Time);
  EXPECT_EQ(finding.reason_text,
            "time limit of 5 s reached while the way to what was found was sought");
}

Report report_of_unshown(std::string_view engine) {
  Model model = counter();
  const EngineInfo late = {engine, "has no time", [](const Model& asked, const EngineTask&) {
                             EngineReport report;
                             report.action_taken.resize(asked.actions.size(), true);
                             report.findings = {found_too_late(Reduction::None)};
                             return report;
                           }};
  CheckOptions options;
  options.properties = {property_of(model, "deadlock")};
  return check_with(late, model, options);
}

TEST(Unshown, IsReported) {
  const Report report = report_of_unshown("explicit");
  EXPECT_EQ(report.defect, "");
  EXPECT_EQ(exit_code(report), 1);
  const std::string text = text_report(report, {});
  EXPECT_EQ(
      text,
      "violated  deadlock\n"
      "            after 9 moves, not shown: time limit of 5 s reached while the way to what was "
      "found was\n"
      "            sought\n");
  const std::string json = json_report(report);
  for (const std::string_view line : {R"("verdict": "violated")", R"("basis": "witness")",
                                      R"("trace": null)", R"("reason": "time")", R"("depth": 9)"}) {
    EXPECT_NE(json.find(line), std::string::npos) << line << json;
  }
}

// Time is up long after one of two properties was seen to fail, in every order of search.
TEST(Unshown, IsWhatWasSeenBeforeASearchWasStopped) {
  Model model = read("dve",
                     "int x;\nprocess P { state a; init a; trans\n"
                     "  a -> a { guard x < 100000; effect x = x + 1; }; }\nsystem async;\n");
  const std::vector<Property> properties = {property_of(model, "inv: x < 500"),
                                            property_of(model, "deadlock")};
  for (const Order order :
       {Order::BreadthFirst, Order::DepthFirst, Order::BestFirst, Order::Random}) {
    for (const std::string store : {"auto", "exact", "compact"}) {
      EngineTask task;
      task.properties = properties;
      task.order = order;
      task.store = store;
      task.threads = 1;
      task.native = false;
      task.turn = [&](std::uint64_t) {
        task.limits = {.seconds_max = 5, .seconds_before = 1000};
        return TurnSlices::never;
      };
      const EngineReport report = engine_named("explicit")->run(model, task);
      const bool is_in_words = order == Order::BreadthFirst || order == Order::DepthFirst;
      const bool is_exact = store != "compact" || !is_in_words;
      const Finding& seen = report.findings[0];
      EXPECT_EQ(seen.verdict, is_exact ? Verdict::Violated : Verdict::Unknown);
      EXPECT_TRUE(seen.traces.empty());
      if (is_exact) {
        EXPECT_EQ(seen.reason, Reason::Time);
        EXPECT_EQ(seen.reason_text,
                  "time limit of 5 s reached while the way to what was found was sought");
      }
      EXPECT_EQ(report.findings[1].verdict, Verdict::Unknown);
      EXPECT_EQ(report.findings[1].reason, Reason::Time);
    }
  }
}

// The engine does not look at the time, so that the judge has none left.
Report report_of_late_replay(const std::string& store) {
  Model model = read("dve",
                     "int x;\nprocess P { state a; init a; trans\n"
                     "  a -> a { guard x < 600; effect x = x + 1; }; }\nsystem async;\n");
  const EngineInfo slow = {"explicit", "takes its time", [](const Model& asked, EngineTask task) {
                             task.limits = {};
                             return engine_named("explicit")->run(asked, task);
                           }};
  CheckOptions options;
  options.properties = {property_of(model, "deadlock")};
  options.limits = {.seconds_max = 5, .seconds_before = 1000};
  options.store = store;
  options.threads = 1;
  return check_with(slow, model, options);
}

TEST(Unshown, IsWhatTheJudgeHasNoTimeToReplay) {
  const Report report = report_of_late_replay("auto");
  EXPECT_EQ(report.defect, "");
  const PropertyResult& result = report.properties.front();
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_EQ(result.basis, Basis::Witness);
  EXPECT_EQ(result.reason, Reason::Time);
  EXPECT_EQ(result.depth, 600U);
  EXPECT_TRUE(result.traces.empty());
}

TEST(Unshown, IsNoneWhereStatesMayBeMistaken) {
  const Report report = report_of_late_replay("bitstate");
  EXPECT_EQ(report.defect, "");
  const PropertyResult& result = report.properties.front();
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason, Reason::Time);
  EXPECT_TRUE(result.traces.empty());
}

TEST(Unshown, IsBelievedOfNoOtherEngine) {
  const Report report = report_of_unshown("liar");
  EXPECT_EQ(report.defect, "liar engine, 'deadlock': there is no trace");
  EXPECT_EQ(exit_code(report), 4);
}

}  // namespace
}  // namespace clew
