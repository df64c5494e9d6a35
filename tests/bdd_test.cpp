// The bdd engine says what the explicit one says: counts, verdicts, lengths of shortest paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/hash.hpp"
#include "clew/check/check.hpp"
#include "clew/engine/bdd/bdd_cycles.hpp"
#include "clew/lang/language.hpp"
#include "tests/beem.hpp"
#include "tests/model_files.hpp"
#include "tests/random_ctl.hpp"
#include "tests/random_model.hpp"
#include "tests/truck.hpp"

namespace clew {
namespace {

constexpr double seconds_max = 1200;  // of one question: a guard against a search without end

CheckOptions options_for(const std::string& engine) {
  CheckOptions options;
  options.engine = engine;
  options.vacuity = false;
  options.native = false;  // compiling many small models takes longer than asking
  options.limits.seconds_max = seconds_max;
  return options;
}

std::string counts_of(const Report& report) {
  const Statistics& counts = report.statistics;
  std::ostringstream out;
  out << counts.states << " states, " << counts.transitions << " transitions, " << counts.deadlocks
      << " deadlocks, " << counts.errors << " errors";
  for (const ActionId id : report.unreached) out << ", not " << report.model->actions[id].text;
  return out.str();
}

bool is_refused(const Report& report) { return report.stop_reason == Reason::Unsupported; }

// A lasso or a tree need not be the same; the length of a shortest path is.
bool has_shortest_path(const PropertyResult& result) {
  return !result.traces.empty() && !result.traces.front().trace.loop_start &&
         !result.property.is_about_runs() && result.property.kind != PropertyKind::Ctl;
}

void expect_same_answer(const PropertyResult& found, const PropertyResult& wanted) {
  if (found.reason == Reason::Unsupported) return;
  EXPECT_EQ(name_of(found.verdict), name_of(wanted.verdict))
      << wanted.property.name << ": " << found.reason_text << " / " << wanted.reason_text;
  EXPECT_EQ(name_of(found.reason), name_of(wanted.reason)) << wanted.property.name;
  EXPECT_EQ(found.traces.empty(), wanted.traces.empty()) << wanted.property.name;
  if (!has_shortest_path(wanted) || found.traces.empty()) return;
  EXPECT_EQ(found.traces.front().trace.length(), wanted.traces.front().trace.length())
      << wanted.property.name;
}

void expect_same_answers(const Model& model, const std::vector<Property>& properties) {
  CheckOptions by_explicit = options_for("explicit");
  CheckOptions by_bdd = options_for("bdd");
  by_explicit.properties = properties;
  by_bdd.properties = properties;
  const Report wanted = check(model, by_explicit);
  const Report found = check(model, by_bdd);
  EXPECT_EQ(found.defect, "");
  ASSERT_EQ(found.properties.size(), wanted.properties.size());
  for (std::size_t i = 0; i < properties.size(); ++i) {
    expect_same_answer(found.properties[i], wanted.properties[i]);
  }
}

// True if the engine took the model.
bool expect_same_counts(const Model& model) {
  const Report found = explore(model, options_for("bdd"));
  if (is_refused(found)) return false;
  const Report wanted = explore(model, options_for("explicit"));
  EXPECT_EQ(found.finished, wanted.finished);
  EXPECT_EQ(counts_of(found), counts_of(wanted));
  return true;
}

// --- the zoo

class BddZoo : public testing::TestWithParam<std::string> {};

TEST_P(BddZoo, AgreesWithTheExplicitEngine) {
  const std::string text = read_file(GetParam()).bytes;
  auto read = language_for_file(GetParam())->read({GetParam(), text, definitions_in(text)});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  Model model = read.value();
  if (!expect_same_counts(model)) return;
  const std::vector<Property> properties = properties_of(model);
  expect_same_answers(model, properties);
}

INSTANTIATE_TEST_SUITE_P(Models, BddZoo, testing::ValuesIn(zoo_files()), file_test_name);

// --- BEEM

// Those that take a second or two; `agreement_table` has room for the others.
std::vector<std::string> quick_instances() {
  constexpr std::uint64_t states_max = 60'000;
  std::vector<std::string> names;
  for (const BeemInstance& instance : beem_instances(states_max)) {
    const std::string& name = instance.name;
    const bool is_hard = name.starts_with("leader_election") || name.starts_with("hanoi") ||
                         name.starts_with("pouring");  // the last one for the explicit engine
    if (!is_hard) names.push_back(name);
  }
  return names;
}

class BddBeem : public testing::TestWithParam<std::string> {};

TEST_P(BddBeem, HasTheCountsOfTheExplicitEngine) {
  const std::string& name = GetParam();
  if (name.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const auto file = beem_folder() / name.substr(0, name.rfind('.')) / (name + ".dve");
  auto read = language_named("dve")->read({file.string(), read_file(file.string()).bytes, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  EXPECT_TRUE(expect_same_counts(without_claim(read.value())));
}

std::string instance_name(const testing::TestParamInfo<std::string>& parameter) {
  std::string name = parameter.param.empty() ? "absent" : parameter.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, BddBeem, testing::ValuesIn(quick_instances()), instance_name);

// --- random models

Property asked(Model& model, const std::string& text) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  return property.value();
}

bool is_small(const Model& model) {
  CheckOptions options = options_for("explicit");
  const Report report = explore(model, options);
  return report.finished && report.statistics.states <= 3'000;
}

TEST(RandomBdd, AgreesWithTheExplicitEngine) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    std::string text = random_dve_model(seed);
    if (seed % 3 == 0) text = with_other_numbers(text, seed);
    auto read = language_named("dve")->read({"random.dve", text, {}});
    if (!read.ok()) continue;  // other numbers may make no sense
    Model model = without_claim(read.value());
    if (!is_small(model) || !expect_same_counts(model)) continue;
    ++compared;
    std::vector<Property> properties = {asked(model, "deadlock"), asked(model, "assertions"),
                                        asked(model, "errors")};
    for (const std::string question : {"inv: not P0.q1", "reach: g0 == 1", "ltl: G F {P0.q0}",
                                       "ltl: F G {g0 == 1}", "ltl: {P0.q0} U {P0.q1}"}) {
      if (auto property = read_property(model, question); property.ok()) {
        properties.push_back(property.value());
      }
    }
    const std::vector<std::string> names = {"P0.q0", "P0.q1", "g0 == 1"};
    for (std::uint64_t round = 0; round < 3; ++round) {
      const CtlFormula ctl = random_ctl(names, 5, mix_bits(seed * 3 + round));
      auto property = read_property(model, "ctl: " + ctl.text_of_part(ctl.formula));
      if (property.ok()) properties.push_back(property.value());
    }
    expect_same_answers(model, properties);
  }
  EXPECT_GT(compared, 30U);
}

// However short the turns of its two ways are, the engine comes to the same end.
TEST(RandomBdd, TakesTurnsUntilItKnowsWhetherSomeRunNeverEnds) {
  Property endless;
  endless.name = "inf";
  endless.kind = PropertyKind::Infinite;
  std::size_t without_search = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok());
    const Model model = without_claim(read.value());
    CheckOptions options = options_for("explicit");
    options.properties = {endless};
    if (!is_small(model)) continue;
    const Verdict wanted = check(model, options).properties.front().verdict;
    const Symbolic symbolic = symbolic_model(model);
    if (!symbolic.refusal.empty()) continue;
    BddSystem system(symbolic, {}, EndsStutter::Yes);
    BddPaths paths(system, system.none());
    EndlessStates states(paths, system.all(), 1 + seed % 300);
    states.find();
    EXPECT_FALSE(system.is_abandoned());
    EXPECT_EQ(states.lasso().rows.empty(), wanted == Verdict::Violated);
    if (!states.reached()) ++without_search;
  }
  EXPECT_GT(without_search, 5U);
}

// --- single questions

Model read_dve(const std::string& text) {
  auto read = language_named("dve")->read({"test.dve", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

constexpr auto counters = R"(byte a; byte b; byte c; byte d; byte e; byte f; byte g; byte h; byte i;
process P { state q; init q; trans
  q -> q { effect a = (a + 1) % 256; }, q -> q { effect b = (b + 1) % 256; },
  q -> q { effect c = (c + 1) % 256; }, q -> q { effect d = (d + 1) % 256; },
  q -> q { effect e = (e + 1) % 256; }, q -> q { effect f = (f + 1) % 256; },
  q -> q { effect g = (g + 1) % 256; }, q -> q { effect h = (h + 1) % 256; },
  q -> q { effect i = (i + 1) % 256; }; }
system async;
)";

TEST(Bdd, CountsMoreStatesThanAWordHolds) {
  const Report report = explore(read_dve(counters), options_for("bdd"));
  EXPECT_TRUE(report.finished);
  ASSERT_TRUE(report.statistics.exact);
  EXPECT_EQ(report.statistics.exact->states, "4722366482869645213696");  // 2^72
  EXPECT_EQ(report.statistics.exact->transitions, "42501298345826806923264");
  EXPECT_EQ(report.statistics.states, ~std::uint64_t{0});
}

TEST(Bdd, ADepthLimitIsNoAnswerUnlessTheSpaceEndsBeforeIt) {
  Model model = read_dve(R"(byte x;
process P { state q; init q; trans q -> q { guard x < 9; effect x = x + 1; }; }
system async;
)");
  CheckOptions options = options_for("bdd");
  options.properties = {asked(model, "inv: x < 9"), asked(model, "inv: x < 5"),
                        asked(model, "deadlock")};
  const auto answer = [&](std::uint64_t depth) {
    options.limits.level_max = depth;
    std::string text;
    for (const PropertyResult& result : check(model, options).properties) {
      text +=
          std::string(name_of(result.verdict)) + " " + std::string(name_of(result.basis)) + "; ";
    }
    return text;
  };
  EXPECT_EQ(answer(4), "unknown bounded; unknown bounded; unknown bounded; ");
  EXPECT_EQ(answer(5), "unknown bounded; violated witness; unknown bounded; ");
  EXPECT_EQ(answer(9), "violated witness; violated witness; violated witness; ");
  EXPECT_EQ(answer(99), "violated witness; violated witness; violated witness; ");
}

TEST(Bdd, AnswersForAllInitialStatesAndAllChoices) {
  Truck truck(2);
  EXPECT_TRUE(expect_same_counts(truck.model));
  std::vector<Property> properties = {
      asked(truck.model, "deadlock"), asked(truck.model, "inv: sum < 4"),
      asked(truck.model, "reach: load == 0 and sum == 3"),
      asked(truck.model, "ctl: AF {load == 0}"), asked(truck.model, "ltl: F {load == 0}")};
  expect_same_answers(truck.model, properties);
}

TEST(Bdd, SaysWhetherSomeRunNeverEnds) {
  Model endless = read_dve(R"(byte x;
process P { state q, r; init q; trans q -> r {}, r -> q { guard x < 3; }, r -> r { effect x = 3; }; }
system async;
)");
  Model ending = read_dve(R"(byte x;
process P { state q; init q; trans q -> q { guard x < 9; effect x = x + 1; }; }
system async;
)");
  for (Model* const model : {&endless, &ending}) {
    Property property;
    property.name = "inf";
    property.kind = PropertyKind::Infinite;
    expect_same_answers(*model, {property});
    CheckOptions options = options_for("bdd");
    options.properties = {property};
    EXPECT_EQ(check(*model, options).properties.front().verdict,
              model == &endless ? Verdict::Holds : Verdict::Violated);
  }
}

TEST(Bdd, LimitsMakeAnAnswerUnknown) {
  // Permutations are what diagrams are worst at.
  Model model = read_dve(R"(byte a[9] = {1,2,3,4,5,6,7,8,0}; byte i; byte j; byte t;
process P { state q; init q; trans
  q -> q { guard i < 8; effect i = i + 1; }, q -> q { guard i > 0; effect i = i - 1; },
  q -> q { guard j < 8; effect j = j + 1; }, q -> q { guard j > 0; effect j = j - 1; },
  q -> q { effect t = a[i], a[i] = a[j], a[j] = t; }; }
system async;
)");
  CheckOptions options = options_for("bdd");
  options.properties = {asked(model, "inv: t < 9")};
  options.limits.seconds_max = 0.2;
  PropertyResult result = check(model, options).properties.front();
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason, Reason::Time);
  // How many nodes there were is told if the worker still has the time to say so.
  EXPECT_EQ(result.reason_text.substr(0, 27), "time limit of 0.2 s reached");
}

}  // namespace
}  // namespace clew
