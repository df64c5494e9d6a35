// Several initial states and choices, from the question to the report.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "clew/check/check.hpp"
#include "clew/export/aldebaran.hpp"
#include "clew/model/codec.hpp"
#include "clew/render/graph.hpp"
#include "clew/render/json.hpp"
#include "clew/render/session.hpp"
#include "clew/render/trace_text.hpp"
#include "tests/truck.hpp"

namespace clew {
namespace {

Property named(const std::string& name, PropertyKind kind) {
  Property property;
  property.name = name;
  property.text = name;
  property.kind = kind;
  return property;
}

PropertyResult ask(const Model& model, const Property& property, std::uint64_t depth = 0) {
  CheckOptions options;
  options.properties = {property};
  options.limits.level_max = depth;
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  return report.properties.at(0);
}

PropertyResult ask(Model model, const std::string& text, std::uint64_t depth = 0) {
  const Property property = read_property(model, text).value();
  return ask(model, property, depth);
}

TEST(Truck, IsExploredFromEveryInitialState) {
  const Report report = explore(Truck(3).model, {});
  // load 3 and 4 at first; every move leaves (load, sum) with the load before as the sum.
  EXPECT_EQ(report.statistics.level_sizes.at(0), 2U);
  EXPECT_EQ(report.statistics.deadlocks, 3U);
  EXPECT_TRUE(report.finished);
}

TEST(Truck, ShowsThePathFromTheInitialStateItBeginsIn) {
  const PropertyResult result = ask(Truck(3).model, "inv: !(load == 0 && sum == 3)");
  ASSERT_EQ(result.verdict, Verdict::Violated);
  const Trace& trace = result.traces.at(0).trace;
  ASSERT_EQ(trace.steps.size(), 2U);
  EXPECT_EQ(trace.steps[0].state.values[0], 3);
  EXPECT_EQ(trace.steps[1].firings.at(0).choice, 2U);  // amount = 3
}

TEST(Truck, TellsWhatAnActionWasTakenWith) {
  const Model model = Truck(3).model;
  const PropertyResult result = ask(model, "reach: load == 0 && sum == 3");
  ASSERT_EQ(result.verdict, Verdict::Holds);
  EXPECT_NE(trace_text(model, result.traces.at(0), {}, {}).find(" with amount = 3"),
            std::string::npos)
      << trace_text(model, result.traces.at(0), {}, {});
}

TEST(Truck, TracesComeBackFromJson) {
  const Model model = Truck(3).model;
  const PropertyResult result = ask(model, "reach: load == 0 && sum == 3");
  const std::string text = json_trace(model, result.traces.at(0));
  EXPECT_NE(text.find("\"choice\": {\"amount\": 3}"), std::string::npos) << text;
  const Interpreter judge(model);
  const ReadTrace read = read_json_trace(text);
  ASSERT_EQ(read.error, "");
  const RebuiltTrace rebuilt = rebuild(judge, read);
  ASSERT_EQ(rebuilt.error, "");
  EXPECT_EQ(rebuilt.shown.trace.steps.back().state, result.traces[0].trace.steps.back().state);
}

std::string rebuilt_error(const Model& model, std::string text, const std::string& from,
                          const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  return rebuild(Interpreter(model), read_json_trace(text)).error;
}

TEST(Truck, RefusesTracesThatBeginOrGoOnElsewhere) {
  const Model model = Truck(3).model;
  const std::string text =
      json_trace(model, ask(model, "reach: load == 0 && sum == 3").traces.at(0));
  EXPECT_EQ(rebuilt_error(model, text, "\"load\": 3", "\"load\": 2"),
            "this is not a trace of the model: it begins in a state that is not initial");
  EXPECT_EQ(rebuilt_error(model, text, "\"amount\": 3", "\"amount\": 7"),
            "this is not a trace of the model: step 1: the file says amount = 7, which is outside "
            "1..3");
  EXPECT_EQ(rebuilt_error(model, text, "\"amount\": 3", "\"other\": 3"),
            "this is not a trace of the model: step 1: the file does not say what 'amount' is");
  EXPECT_EQ(read_json_trace(std::string(text).replace(text.find("{\"amount\": 3}"), 13, "5")).error,
            "steps[1].action.firings[0].choice: expected an object, found a number");
}

TEST(Truck, HasNoInfiniteRunUnlessItIsLoadedAgain) {
  EXPECT_EQ(ask(Truck(3).model, named("inf", PropertyKind::Infinite)).verdict, Verdict::Violated);
  Truck builder(3);
  const ExprId four = builder.number(4);
  const ExprId empty = builder.binary(Op::Equal, builder.read(builder.load), builder.number(0));
  Action& reload = builder.action(ProcessTypeId{0}, 0, 0);
  reload.guard = empty;
  reload.effect = {ModelBuilder::assign(builder.load, four)};
  const PropertyResult result = ask(builder.model, named("inf", PropertyKind::Infinite));
  ASSERT_EQ(result.verdict, Verdict::Holds);
  EXPECT_EQ(result.basis, Basis::Witness);
  ASSERT_TRUE(result.traces.at(0).trace.loop_start);
  EXPECT_EQ(result.traces[0].ending, "after 1 move the loop of 5 moves is taken for ever");
}

TEST(Truck, HasADeadlockAndSaysWhere) {
  const PropertyResult result =
      ask(Truck(3).model, named("exists-deadlock", PropertyKind::DeadlockExists));
  ASSERT_EQ(result.verdict, Verdict::Holds);
  EXPECT_EQ(result.traces.at(0).trace.length(), 1U);
  EXPECT_EQ(result.traces[0].ending, "no process can move");
}

TEST(Truck, FormulasOverTreesSpeakOfAllInitialStates) {
  // From 4 no single move empties the truck, from 3 one does.
  EXPECT_EQ(ask(Truck(3).model, "ctl: EX (load == 0)").verdict, Verdict::Violated);
  EXPECT_EQ(ask(Truck(3).model, "ctl: EF (load == 0 && sum == 4)").verdict, Verdict::Violated);
  EXPECT_EQ(ask(Truck(3).model, "ctl: EF (load == 0)").verdict, Verdict::Holds);
  EXPECT_EQ(ask(Truck(3).model, "ctl: AG (sum <= 4)").verdict, Verdict::Holds);
  const PropertyResult result = ask(Truck(3).model, "ctl: EX (load == 0)");
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].trace.steps[0].state.values[0], 4);
}

TEST(Truck, BoundedRunsLeaveQuestionsOpenThatLieBehind) {
  Truck builder(4);
  builder.model.moves_max = 1;
  const PropertyResult found = ask(builder.model, "reach: load == 1");
  EXPECT_EQ(found.verdict, Verdict::Holds);
  const PropertyResult open = ask(builder.model, "reach: load == 0");
  EXPECT_EQ(open.verdict, Verdict::Unknown);
  EXPECT_EQ(open.basis, Basis::Bounded);
  EXPECT_EQ(open.depth, 1U);
  EXPECT_EQ(open.reason_text, "depth limit of 1 move reached");
  // The smaller of both bounds counts.
  builder.model.moves_max = 7;
  EXPECT_EQ(ask(builder.model, "reach: load == 0", 1).verdict, Verdict::Unknown);
  EXPECT_EQ(ask(builder.model, "reach: load == 0", 9).verdict, Verdict::Holds);
  EXPECT_EQ(ask(builder.model, "inv: sum <= 4").verdict, Verdict::Holds);  // closed before
}

TEST(Truck, ADeadlockAtTheBoundCounts) {
  Truck builder(3);
  builder.model.moves_max = 1;
  EXPECT_EQ(ask(builder.model, named("exists-deadlock", PropertyKind::DeadlockExists)).verdict,
            Verdict::Holds);
}

TEST(Truck, BoundsAndInfiniteRunsDoNotGoTogether) {
  Truck builder(3);
  builder.model.moves_max = 5;
  const std::string reason =
      "the model bounds its runs to 5 moves, and the question is about infinite ones";
  EXPECT_EQ(ask(builder.model, named("inf", PropertyKind::Infinite)).reason_text, reason);
  EXPECT_EQ(ask(builder.model, "ltl: F (load == 0)").reason_text, reason);
  EXPECT_EQ(ask(builder.model, "ctl: EF (load == 0)").reason_text, reason);
}

TEST(Truck, WithoutInitialStateAnswersWithAWarning) {
  Truck builder(3);
  builder.model.initial_condition =
      builder.binary(Op::Greater, builder.read(builder.load), builder.number(4));
  const std::vector<std::string> warning = {"the model has no initial state, so it has no run"};
  for (const char* const text : {"inv: load > 9", "ltl: F (load == 9)", "ctl: EF (load == 9)"}) {
    const PropertyResult result = ask(builder.model, text);
    EXPECT_EQ(result.verdict, Verdict::Holds) << text;
    ASSERT_FALSE(result.warnings.empty()) << text;
    EXPECT_EQ(result.warnings.back(), warning.front()) << text;
  }
  const PropertyResult reach = ask(builder.model, "reach: load == 0");
  EXPECT_EQ(reach.verdict, Verdict::Violated);
  EXPECT_EQ(reach.warnings, warning);
  EXPECT_EQ(ask(builder.model, named("inf", PropertyKind::Infinite)).verdict, Verdict::Violated);
}

TEST(Truck, TooManyCombinationsAreForOtherEngines) {
  Model model = Truck(3, 2'000'000).model;
  CheckOptions options;
  options.properties = {read_property(model, "reach: load == 0").value()};
  EXPECT_EQ(check(model, options).properties.at(0).verdict, Verdict::Holds);  // auto asks them
  options.engine = "explicit";
  const PropertyResult result = check(model, options).properties.at(0);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason, Reason::Unsupported);
  EXPECT_EQ(result.reason_text,
            "the explicit engine tries at most 1,048,576 combinations of choices, and 'load, sum = "
            "load - amount, load' has 2,000,000");
}

TEST(Truck, DeclaredPropertiesOfAllKindsAreAsked) {
  Truck builder(3);
  builder.model.language = "uts";
  const ExprId empty = builder.binary(Op::Equal, builder.read(builder.load), builder.number(0));
  const auto declare = [&](const std::string& name, DeclaredProperty::Kind kind, ExprId expr) {
    DeclaredProperty declared;
    declared.name = name;
    declared.kind = kind;
    declared.text = name;
    declared.expr = expr;
    builder.model.declared_properties.push_back(std::move(declared));
  };
  declare("reach", DeclaredProperty::Kind::Reach, empty);
  declare("safe", DeclaredProperty::Kind::Invariant, empty);
  declare("inf", DeclaredProperty::Kind::Infinite, no_id<ExprId>);
  declare("exists-deadlock", DeclaredProperty::Kind::DeadlockExists, no_id<ExprId>);
  CheckOptions options;
  options.properties = properties_of(builder.model);
  std::string answers;
  for (const PropertyResult& result : check(builder.model, options).properties) {
    answers += result.property.name + " " + std::string(name_of(result.verdict)) + "\n";
  }
  EXPECT_EQ(answers,
            "reach holds\n"
            "safe violated\n"
            "inf violated\n"
            "exists-deadlock holds\n");
}

TEST(Truck, IsExportedBehindAStateBeforeAll) {
  const std::string path = testing::TempDir() + "/clew_truck.aut";
  ASSERT_EQ(export_aldebaran(Truck(4, 1).model, path, {}, {}), "");
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string action =
      "Truck: road -> road { load, sum = load - amount, load } with amount = 1";
  EXPECT_EQ(text.str(),
            "des (0, 5, 6)\n"
            "(0, \"init\", 1)\n"
            "(1, \"" +
                action +
                "\", 2)\n"
                "(2, \"" +
                action +
                "\", 3)\n"
                "(3, \"" +
                action +
                "\", 4)\n"
                "(4, \"" +
                action + "\", 5)\n");
}

TEST(Truck, IsDrawnWithAllInitialStates) {
  const Model model = Truck(3).model;
  const Interpreter judge(model);
  const Codec codec(model);
  const StateGraph graph = build_state_graph(judge, codec, 100, nullptr);
  std::size_t initial = 0;
  for (const StateGraph::Node& node : graph.nodes) initial += node.is_initial ? 1U : 0U;
  EXPECT_EQ(initial, 2U);
  EXPECT_TRUE(build_state_graph(judge, codec, 1, nullptr).truncated);
}

TEST(Truck, ASimulationAsksWhereToBegin) {
  Model model = Truck(3).model;
  SimulationSession session(model, {});
  EXPECT_EQ(session.start(), "");
  EXPECT_EQ(session.choices_text(),
            "the run begins in one of these states\n"
            "  [1]  load = 3, sum = 0, Truck = road\n"
            "  [2]  load = 4, sum = 0, Truck = road\n");
  EXPECT_EQ(session.execute("state"), session.choices_text());
  EXPECT_EQ(session.execute("3"), "there is no initial state 3, only 1 to 2\n");
  const std::string begun = session.execute("1");
  EXPECT_NE(begun.find("  [3]  Truck: road -> road { load, sum = load - amount, load } with amount "
                       "= 3\n"),
            std::string::npos)
      << begun;
  session.execute("3");
  EXPECT_EQ(session.walk().trace.steps.back().state.values[0], 0);
}

TEST(Truck, ASimulationFollowsATraceFromItsBeginning) {
  Model model = Truck(3).model;
  const PropertyResult result = ask(model, "reach: load == 0 && sum == 3");
  SimulationSession session(model, {});
  session.follow(result.traces.at(0).trace);
  EXPECT_EQ(session.walk().trace.steps.front().state.values[0], 3);
  EXPECT_EQ(session.walk().trace.steps.back().state, result.traces[0].trace.steps.back().state);
}

}  // namespace
}  // namespace clew
