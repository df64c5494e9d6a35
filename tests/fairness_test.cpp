// Which runs count: weak fairness, labels of processes, runs that end; and the warnings about
// properties that hold for the wrong reason.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/move_label.hpp"
#include "clew/walk/interpreter_expander.hpp"
#include "tests/model_files.hpp"
#include "tests/random_graph.hpp"
#include "tests/random_model.hpp"

namespace clew {
namespace {

Model read_model(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"test." + language, text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

struct Ask {
  Fairness fairness = Fairness::None;
  Ends ends = Ends::Stutter;
  CycleAlgorithm algorithm = CycleAlgorithm::Auto;
  std::uint64_t threads = 1;
  bool native = true;
  bool vacuity = false;
};

PropertyResult ask(Model model, const std::string& text, const Ask& how) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  CheckOptions options;
  options.properties = {property.value()};
  options.fairness = how.fairness;
  options.ends = how.ends;
  options.algorithm = how.algorithm;
  options.threads = how.threads;
  options.native = how.native;
  options.vacuity = how.vacuity;
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "") << text;
  return report.properties.front();
}

// The verdict of all algorithms, compiled and interpreted.
Verdict verdict_of(const Model& model, const std::string& text, Ask how) {
  const Verdict first = ask(model, text, how).verdict;
  for (const CycleAlgorithm algorithm :
       {CycleAlgorithm::Components, CycleAlgorithm::Nested, CycleAlgorithm::Parallel,
        CycleAlgorithm::Owcty, CycleAlgorithm::Map, CycleAlgorithm::Auto}) {
    how.algorithm = algorithm;
    how.threads = 2;
    EXPECT_EQ(ask(model, text, how).verdict, first) << name_of(algorithm) << " " << text;
  }
  how.native = false;
  EXPECT_EQ(ask(model, text, how).verdict, first) << text;
  return first;
}

constexpr Ask fair{.fairness = Fairness::Weak};

// --- fairness

TEST(Fairness, AProcessThatCanAlwaysMoveMoves) {
  const Model model = read_model("promela",
                                 "byte x, y;\n"
                                 "active proctype A() { do :: x = 1 - x od }\n"
                                 "active proctype B() { do :: y = 1 - y od }\n");
  EXPECT_EQ(verdict_of(model, "ltl: G F y == 1", {}), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: G F y == 1", fair), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: F G y == 1", fair), Verdict::Violated);
}

TEST(Fairness, AProcessThatCanMoveNowAndThenNeedNot) {
  const Model model = read_model("promela",
                                 "byte x, y;\n"
                                 "active proctype A() { do :: x = 1 - x od }\n"
                                 "active proctype B() { do :: x == 1 -> y = 1 - y od }\n");
  EXPECT_EQ(verdict_of(model, "ltl: G F y == 1", fair), Verdict::Violated);
}

TEST(Fairness, AMoveOfTwoProcessesCountsForBoth) {
  const Model model = read_model("promela",
                                 "chan c = [0] of { byte }; byte n;\n"
                                 "active proctype S() { do :: c ! 1 od }\n"
                                 "active proctype R() { do :: c ? _ -> n = 1 - n od }\n"
                                 "active proctype T() { byte k; do :: k = 1 - k od }\n");
  EXPECT_EQ(verdict_of(model, "ltl: G F n == 1", {}), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: G F n == 1", fair), Verdict::Holds);
}

TEST(Fairness, ARunThatEndsIsFair) {
  const Model model = read_model("promela",
                                 "byte x; active proctype A() { x = 1; x = 3; (false) }\n"
                                 "active proctype B() { x = 4; (false) }\n");
  EXPECT_EQ(verdict_of(model, "ltl: F G x == 2", fair), Verdict::Violated);
}

TEST(Fairness, ProcessesThatComeAndGoAreKnownByTheirNumbers) {
  const Model model = read_model("promela",
                                 "byte done; proctype P() { done = 1 }\n"
                                 "init { byte k; run P(); do :: k = 1 - k od }\n");
  EXPECT_EQ(verdict_of(model, "ltl: F done == 1", {}), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: F done == 1", fair), Verdict::Holds);
}

// The product as the judge knows it, with who moves.
MarkedGraph product_graph(const Model& product, std::size_t states_max) {
  const Interpreter judge(product);
  const Codec codec(product);
  const ProcessType& claim = product.process_types[product.claim->type];
  MarkedGraph graph;
  graph.initial = {0};
  graph.process_count = static_cast<unsigned>(product.processes.size());
  std::map<std::string, std::uint32_t> numbers;
  std::vector<State> states;
  const auto number_of = [&](const State& state) {
    const PackedState packed = codec.pack(state);
    const auto bytes = packed.bytes();
    const std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [known, is_new] = numbers.emplace(key, static_cast<std::uint32_t>(states.size()));
    if (is_new) states.push_back(state);
    return known->second;
  };
  number_of(judge.initial_state());
  for (std::size_t i = 0; i < states.size() && states.size() <= states_max; ++i) {
    const State state = states[i];
    graph.marks.push_back(claim.locations[state.location_of(claim_id)].accepting ? 1 : 0);
    auto& transitions = graph.transitions.emplace_back();
    judge.moves(state, [&](const Move& move) {
      if (move.target)
        transitions.push_back({number_of(*move.target), label_of(MoveLabel::Movers, move.firings)});
    });
  }
  if (states.size() > states_max) graph.transitions.clear();
  return graph;
}

TEST(RandomFairness, EnginesAgreeWithTheDefinition) {
  unsigned fair_only_holds = 0;
  unsigned compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (seed % 4 != 0) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Model model = without_claim(read_model("dve", random_dve_model(seed)));
    if (model.composition == Composition::Synchronous) continue;
    for (const std::string text : {"ltl: G F P0.q0", "ltl: F G g0 == 1", "ltl: G F !P0.q0"}) {
      Model asked = model;
      auto property = read_property(asked, text);
      if (!property.ok()) continue;
      const MarkedGraph graph = product_graph(with_claim(asked, property.value().claim), 400);
      if (graph.transitions.empty()) continue;
      const Closure closure(graph);
      const Verdict expected = has_fair_cycle(graph, closure) ? Verdict::Violated : Verdict::Holds;
      const Verdict unfair =
          has_accepting_cycle(graph, closure) ? Verdict::Violated : Verdict::Holds;
      Ask how = fair;
      how.threads = seed % 8 == 0 ? 2 : 1;
      how.native = seed % 3 != 0;
      ASSERT_EQ(ask(model, text, how).verdict, expected) << text;
      ++compared;
      fair_only_holds += expected != unfair ? 1 : 0;
    }
  }
  // What other seeds make is for nobody to say.
  if (std::getenv("CLEW_RANDOM_FIRST") != nullptr) return;
  EXPECT_GT(compared, 20u);
  EXPECT_GT(fair_only_holds, 2u);
}

// --- labels of processes

TEST(Labels, AnInfiniteRunMustPassProgress) {
  const Model stuck = read_model("promela",
                                 "byte x; active proctype A() {\n"
                                 "  do :: x = 1; progress: x = 2 :: x = 3 od }\n");
  EXPECT_EQ(verdict_of(stuck, "progress", {}), Verdict::Violated);
  const Model fine = read_model("promela",
                                "byte x; active proctype A() {\n"
                                "  do :: x = 1; progress: x = 2 od }\n");
  EXPECT_EQ(verdict_of(fine, "progress", {}), Verdict::Holds);
}

TEST(Labels, ARunThatEndsNeedNotMakeProgress) {
  const Model model = read_model("promela", "byte x; active proctype A() { x = 1; x = 2 }");
  EXPECT_EQ(verdict_of(model, "progress", {}), Verdict::Holds);
  EXPECT_EQ(
      ask(model, "progress", {.vacuity = true}).warnings,
      (std::vector<std::string>{"the model has no progress labels",
                                "no run is infinite: every run comes to an end, and stays there"}));
}

TEST(Labels, ARunMustNotPassAcceptForEver) {
  const Model loops = read_model("promela",
                                 "byte x; active proctype A() {\n"
                                 "  do :: x = 1; accept: x = 2 :: x == 2 -> break od }\n");
  EXPECT_EQ(verdict_of(loops, "acceptance", {}), Verdict::Violated);
  const Model passes =
      read_model("promela", "byte x; active proctype A() { x = 1; accept: x = 2; end: x == 5 }");
  EXPECT_EQ(verdict_of(passes, "acceptance", {}), Verdict::Holds);
  const Model stays =
      read_model("promela", "byte x; active proctype A() { x = 1; x = 2; accept: x == 5 }");
  EXPECT_EQ(verdict_of(stays, "acceptance", {}), Verdict::Violated);
}

// --- runs that end

TEST(RunsThatEnd, CountAsTheOptionSays) {
  const Model model = read_model("promela",
                                 "byte x; active proctype A() {\n"
                                 "  do :: x = 1 - x :: break od; x = 7 }\n");
  EXPECT_EQ(verdict_of(model, "ltl: G F x <= 1", {}), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: G F x <= 1", {.ends = Ends::Ignore}), Verdict::Holds);
  const PropertyResult rejected = ask(model, "ltl: G F x <= 1", {.ends = Ends::Reject});
  EXPECT_EQ(rejected.verdict, Verdict::Unknown);
  EXPECT_EQ(rejected.reason_text, "a run comes to an end, which --finite reject forbids");
  EXPECT_EQ(rejected.traces.at(0).ending, "nothing can move");
  EXPECT_EQ(ask(model, "endless", {}).verdict, Verdict::Violated);
}

TEST(RunsThatEnd, AreNotRejectedWhereThereAreNone) {
  const Model model = read_model("promela", "byte x; active proctype A() { do :: x = 1 - x od }");
  EXPECT_EQ(verdict_of(model, "ltl: G F x == 1", {.ends = Ends::Reject}), Verdict::Holds);
  EXPECT_EQ(ask(model, "endless", {}).verdict, Verdict::Holds);
}

TEST(RunsThatEnd, ASynchronousSystemThatCanOnlyFailStaysWhereItIs) {
  const Model model =
      read_model("dve",
                 "byte x; byte a[2];\n"
                 "process P { state s; init s; trans s -> s { effect a[x + 2] = 1; }; }\n"
                 "process Q { state s; init s; trans s -> s { }; }\n"
                 "system sync;\n");
  EXPECT_EQ(verdict_of(model, "ltl: G x == 1", {}), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: G F x == 0", {}), Verdict::Holds);
}

// --- safety

TEST(Safety, ABadPrefixIsShortestAndNoLasso) {
  const Model model = read_model("dve",
                                 "byte x;\nprocess P { state s; init s; trans\n"
                                 "s -> s { guard x < 5; effect x = x + 1; },\n"
                                 "s -> s { guard x > 0; effect x = 0; }; }\nsystem async;\n");
  EXPECT_EQ(verdict_of(model, "ltl: G x < 3", {}), Verdict::Violated);
  const PropertyResult result = ask(model, "ltl: G x < 3", {});
  EXPECT_EQ(result.traces.at(0).ending, "step 3 decides, however the run goes on");
  EXPECT_EQ(result.traces.at(0).trace.length(), 3U);
  EXPECT_EQ(result.traces.at(0).truths.size(), result.traces.at(0).trace.steps.size());
  EXPECT_EQ(result.traces.at(0).truths.at(2), std::vector<Truth>{Truth::True});
  EXPECT_EQ(result.traces.at(0).truths.at(3), std::vector<Truth>{Truth::False});
  EXPECT_EQ(verdict_of(model, "ltl: G x <= 5", {}), Verdict::Holds);
}

// --- doubts

std::vector<std::string> warnings_of(const Model& model, const std::string& text) {
  const PropertyResult result = ask(model, text, {.vacuity = true});
  EXPECT_EQ(result.verdict, Verdict::Holds) << text;
  return result.warnings;
}

constexpr auto doubtful = R"(byte x;
process P { state s, never; init s; trans s -> s { effect x = 1 - x; }, never -> s { }; }
process Q { state q; init q; trans q -> q { guard x == 9; }; }
system async;
)";

TEST(Doubts, NameWhatIsNeverTrueAndWhoNeverMoves) {
  using Warnings = std::vector<std::string>;
  const Model model = read_model("dve", doubtful);
  EXPECT_EQ(warnings_of(model, "ltl: G (P.never -> F x == 1)"),
            (Warnings{"the left side of an implication is never true: 'P.never'",
                      "process 'Q' never moves"}));
  EXPECT_EQ(warnings_of(model, "ltl: G ((x == 1 && x == 0) -> F x == 1)"),
            (Warnings{"the left side of an implication is never true: '(x == 1) && (x == 0)'",
                      "process 'Q' never moves"}));
}

TEST(Doubts, SayHowAnImplicationReadsThatNoRunBegins) {
  using Warnings = std::vector<std::string>;
  const Model model = read_model(
      "dve",
      "byte x;\nprocess P { state wait, cs; init wait; trans wait -> cs { effect x = 1; }, "
      "cs -> wait { effect x = 0; }; }\nsystem async;\n");
  EXPECT_EQ(warnings_of(model, "ltl: G P.wait -> F x == 1"),
            (Warnings{"no run makes the left side 'G P.wait' true; the formula reads (G P.wait) -> "
                      "(F (x == 1))"}));
  EXPECT_EQ(warnings_of(model, "ltl: P.cs -> G x == 1"),
            (Warnings{"no run makes the left side 'P.cs' true; the formula reads (P.cs) -> (G (x == "
                      "1))"}));
  EXPECT_EQ(warnings_of(model, "ltl: G F P.wait -> G F x == 1"), Warnings{});
  EXPECT_EQ(warnings_of(model, "ltl: P.wait -> F x == 1"), Warnings{});
}

TEST(Doubts, DoNotAskForInfiniteRunsWhereMovesDecide) {
  using Warnings = std::vector<std::string>;
  const Model model = read_model("dve",
                                 "byte x;\nprocess P { state a, b; init a; trans a -> b { effect x "
                                 "= 1; }; }\nsystem async;\n");
  EXPECT_EQ(warnings_of(model, "ltl: G x <= 1"), Warnings{});
  EXPECT_EQ(warnings_of(model, "ltl: F G x == 1"),
            (Warnings{"no run is infinite: every run comes to an end, and stays there"}));
}

TEST(Doubts, NameWhatAPropertyLooksAtAndNeverMoves) {
  using Warnings = std::vector<std::string>;
  const Model model = read_model("dve", doubtful);
  EXPECT_EQ(warnings_of(model, "inv: Q.q"),
            (Warnings{"process 'Q', which the property looks at, never moves"}));
  EXPECT_EQ(warnings_of(model, "inv: P.s"), Warnings{});
}

TEST(Doubts, AClaimThatStopsToWatchMakesNobodyRest) {
  const Model model =
      read_model("dve",
                 "byte x;\nprocess P { state s; init s; trans s -> s { effect x = 1 "
                 "- x; }; }\nsystem async;\n");
  EXPECT_EQ(warnings_of(model, "ltl: x == 0"), std::vector<std::string>{});
}

TEST(Doubts, WhatMustNotBeNeedNeverBeTrue) {
  const Model model =
      read_model("dve",
                 "byte x;\nprocess P { state s; init s; trans s -> s { effect x = 1 "
                 "- x; }; }\nsystem async;\n");
  for (const std::string text :
       {"ltl: G !(x == 7)", "ltl: !F {x == 7}", "ltl: G (x == 0 -> !F x == 7)"}) {
    EXPECT_EQ(warnings_of(model, text), std::vector<std::string>{}) << text;
  }
  EXPECT_EQ(warnings_of(model, "ltl: G (x <= 1 || x == 7)"),
            std::vector<std::string>{"'x == 7' is never true"});
}

TEST(Doubts, AClaimThatGoesNowhereFromAStateItCannotReadGivesNoAnswer) {
  const Model model = read_model(
      "promela",
      "byte a[3]; byte i; active proctype P() { do :: i < 5 -> i++ :: i == 5 -> i = 0 od }");
  for (const std::string text :
       {"ltl: F {a[i] == 1}", "ltl: X F {a[i] == 1}", "ltl: !G {a[i] == 0}"}) {
    EXPECT_EQ(verdict_of(model, text, {}), Verdict::Unknown) << text;
  }
}

TEST(Doubts, AClaimThatCannotReadAStateGivesNoAnswer) {
  const Model model = read_model("dve",
                                 "byte a[3]; byte i;\nprocess P { state s; init s; trans s -> s { "
                                 "guard i < 5; effect i = i + 1; }, s -> s { guard i == 5; }; }\n"
                                 "system async;\n");
  for (const bool native : {false, true}) {
    const PropertyResult result = ask(model, "ltl: G a[i] == 0", {.native = native});
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.reason, Reason::Error);
    EXPECT_EQ(result.reason_text,
              "the guard 'a[i] == 0' of the claim has no value: index 3 is outside 0..2 of 'a'");
  }
}

}  // namespace
}  // namespace clew
