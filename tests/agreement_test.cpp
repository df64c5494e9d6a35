// Every engine gets the same questions about random scripts and models, and about those on which engines
// once disagreed (models/regress).  A disagreement is shrunk and written to a file:
//
//   agree: uts seed 4711: verdict: explicit says violated witness, 7 moves; bdd says holds exhaustive
//   agree: shrunk from 812 to 94 characters, written to agree-uts-4711.uts (add it to models/regress)
//
// $CLEW_RANDOM_MODELS and $CLEW_RANDOM_FIRST say which seeds are tried, $CLEW_KEEP_REGRESS is the folder
// for such files.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <regex>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "clew/property/automaton_print.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "clew/property/repetition.hpp"
#include "tests/agreement.hpp"
#include "tests/beem.hpp"
#include "tests/ltl_words.hpp"
#include "tests/model_files.hpp"
#include "tests/random_loose.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"
#include "tests/random_uts.hpp"
#include "tests/shrink_text.hpp"

namespace clew {
namespace {

constexpr double solver_seconds_max = 0.3;

// As many seeds as fit a test that is run all the time; as many as one likes for others.
std::vector<std::uint64_t> seeds(std::size_t usual = 20) {
  std::vector<std::uint64_t> all = random_model_seeds();
  if (!std::getenv("CLEW_RANDOM_MODELS")) all.resize(std::min(all.size(), usual));
  return all;
}

void expect_agreement(const AskedModel& asked, const std::vector<AskedEngine>& engines,
                      const std::string& name) {
  const std::vector<Disagreement> found = disagreements(asked, engines);
  if (found.empty()) return;
  const AskedModel small = shrunk(asked, found.front(), engines);
  const std::string file = keep_regression(small, found.front(), "agree-" + name);
  for (const Disagreement& each : found) {
    ADD_FAILURE() << "agree: " << name << ": " << each.kind << ": '" << each.question
                  << "': " << each.text;
  }
  ADD_FAILURE() << "agree: shrunk from " << asked.text.size() << " to " << small.text.size()
                << " characters, written to " << file << " (add it to models/regress)";
}

// What becomes of runs that end: mostly the usual.
Ends ends_for(std::uint64_t seed) {
  return seed % 5 == 2 ? Ends::Ignore : seed % 11 == 3 ? Ends::Reject : Ends::Stutter;
}

// --- random scripts

// What else can be asked in a script, and what bounds its runs.
std::string with_more_goals(std::string text, std::uint64_t seed) {
  const std::string first = text.find("bool b0") != std::string::npos
                                ? "b0"
                                : fmt::format("x0 == {}", static_cast<int>(seed % 4) - 1);
  const std::string goals = fmt::format(
      "LIVENESS: {0}\nEVENTUALLY: {0}\nRECOVERABLE: {0}\nLEADSTO: {0} ~> !({0})\n"
      "LTL: F G ({0})\nCTL: AG AF ({0})\n",
      first);
  return text.insert(text.find("DEADLOCK:\n"), goals);
}

// Runs without end cannot be asked for then.
std::string with_steps(std::string text, std::uint64_t seed) {
  text.erase(text.find("INF:\n"), 5);
  if (seed % 2 == 0) {
    const std::string rule = text.find("bool b0") != std::string::npos
                                 ? "  ? steps % 2 == 0 -> b0 = !b0;\n"
                                 : "  ? steps < 3 -> x0 = x0 + steps;\n";
    text.insert(text.find("TRANS:\n") + 7, rule);
  }
  return fmt::format("MAXSTEPS: {}\n", 1 + seed % 6) + text;
}

// Numbers of more bits.  What is initial stays so.
std::string with_wider_ranges(const std::string& text) {
  const std::regex range(R"(int (\w+) : (-?\d+)\.\.(-?\d+);)");
  std::string out;
  std::sregex_iterator at(text.begin(), text.end(), range);
  std::string rest = text;
  for (; at != std::sregex_iterator(); ++at) {
    const int low = std::stoi((*at)[2]);
    const int high = std::stoi((*at)[3]);
    out += fmt::format("{}int {} : {}..{};", at->prefix().str(), (*at)[1].str(),
                       std::min(low, 5 * low), std::max(high, 5 * high) + 17);
    rest = at->suffix();
  }
  return out + rest;
}

AskedModel asked_script(std::uint64_t seed) {
  AskedModel asked{"uts", RandomUts(seed).text(), {}, 0, ends_for(seed)};
  if (seed % 7 == 4) asked.text = with_wider_ranges(asked.text);
  if (seed % 3 == 0) {
    asked.text = with_steps(asked.text, seed / 3);
  } else {
    asked.text = with_more_goals(asked.text, seed);
    if (seed % 3 == 1) asked.depth = 1 + seed / 3 % 6;
  }
  asked.questions = random_questions("uts", asked.text, seed);
  return asked;
}

TEST(Agreement, OfAllEnginesAboutRandomScripts) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    const AskedModel asked = asked_script(seed);
    EXPECT_FALSE(asked.questions.empty()) << asked.text;
    expect_agreement(asked, agreement_engines(solver_seconds_max), fmt::format("uts-{}", seed));
  }
  EXPECT_GT(compared_answers() - before, 20 * seeds().size());
}

// --- random models of processes

AskedModel asked_processes(std::uint64_t seed) {
  AskedModel asked{"dve", random_dve_model(seed), {}, 0, ends_for(seed)};
  if (seed % 3 == 0) asked.text = with_other_numbers(asked.text, seed);
  if (seed % 4 == 1) asked.depth = 1 + seed / 4 % 6;
  if (seed % 4 == 2) asked.fairness = Fairness::Weak;
  asked.questions = random_questions("dve", asked.text, seed);
  return asked;
}

TEST(Agreement, OfAllEnginesAboutRandomProcesses) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    expect_agreement(asked_processes(seed), agreement_engines(solver_seconds_max),
                     fmt::format("dve-{}", seed));
  }
  EXPECT_GT(compared_answers() - before, 20 * seeds().size());
}

// --- random Promela

// Behind every other assertion a step that goes wrong: where the assertion fails, or where another thing is
// true.  In an atomic sequence both belong to one move.
std::string with_failing_steps(const std::string& text, std::uint64_t seed) {
  const std::string_view word = "assert(";
  std::string out = "bit failing;\n";
  std::size_t done = 0;
  std::uint64_t count = seed;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, done)) {
    std::size_t end = at + word.size();
    for (int open = 1; open > 0 && end < text.size(); ++end) {
      open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    }
    out += text.substr(done, end - done);
    const std::string asserted = text.substr(at + word.size(), end - at - word.size() - 1);
    const std::string condition = count % 3 == 0 ? "_pid" : fmt::format("({})", asserted);
    if (++count % 2 == 0) out += fmt::format("; failing = 0 / ({} -> 1 : 0)", condition);
    done = end;
  }
  return out + text.substr(done);
}

TEST(Agreement, OfAllEnginesAboutRandomPromela) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds(8)) {
    if (HasFailure()) break;
    AskedModel asked{
        "promela", with_active_processes(text_of(random_promela(seed))), {}, 0, ends_for(seed)};
    if (seed % 2 == 0) asked.text = with_failing_steps(asked.text, seed);
    if (seed % 4 == 1) asked.depth = 1 + seed / 4 % 6;
    asked.questions = random_questions("promela", asked.text, seed);
    expect_agreement(asked, agreement_engines(solver_seconds_max), fmt::format("promela-{}", seed));
  }
  EXPECT_GT(compared_answers() - before, seeds(8).size());  // many start processes
}

// --- moves that can wait

// What several questions look at together hides what one alone would show.
void expect_agreement_of_reductions(AskedModel asked, std::uint64_t seed) {
  const std::string name = fmt::format("por-{}-{}", asked.language, seed);
  if (seed % 2 == 0) return expect_agreement(asked, agreement_reductions(), name);
  for (const std::string& question : std::vector(asked.questions)) {
    asked.questions = {question};
    expect_agreement(asked, agreement_reductions(), name);
  }
}

TEST(Agreement, OfReducedSearchesAboutRandomProcesses) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    AskedModel asked = asked_processes(seed);
    asked.depth = 0;
    asked.fairness = Fairness::None;
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, 20 * seeds().size());
}

TEST(Agreement, OfReducedSearchesAboutLooseProcesses) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    AskedModel asked{"promela", random_loose_promela(seed), {}, 0, ends_for(seed)};
    if (seed % 3 == 1) asked.text = with_failing_steps(asked.text, seed);
    asked.questions = random_questions("promela", asked.text, seed);
    EXPECT_FALSE(asked.questions.empty()) << asked.text;
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, 10 * seeds().size());
}

TEST(Agreement, OfReducedSearchesAboutStartedProcesses) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    AskedModel asked{"promela", random_started_promela(seed), {}, 0, ends_for(seed)};
    asked.questions = random_questions("promela", asked.text, seed);
    EXPECT_FALSE(asked.questions.empty()) << asked.text;
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, 5 * seeds().size());
}

// More processes than a word has bits.
TEST(Agreement, OfReducedSearchesAboutManyProcesses) {
  const std::string idle = "active [66] proctype Idle() { end: false }\n";
  const std::uint64_t before = compared_answers();
  const std::vector<std::uint64_t> few = seeds(6);
  for (const std::uint64_t seed : few) {
    if (HasFailure()) break;
    const std::string text =
        seed % 2 == 0 ? random_loose_promela(seed) : random_started_promela(seed);
    AskedModel asked{"promela", text + idle, {}, 0, ends_for(seed)};
    asked.questions = random_questions("promela", text, seed);
    EXPECT_FALSE(asked.questions.empty()) << asked.text;
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, 5 * few.size());
}

TEST(Agreement, OfReducedSearchesAboutRandomPromela) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    AskedModel asked{"promela", text_of(random_promela(seed)), {}, 0, ends_for(seed)};
    if (seed % 2 == 0) asked.text = with_active_processes(asked.text);
    if (seed % 3 == 0) asked.text = with_failing_steps(asked.text, seed);
    asked.questions = random_questions("promela", asked.text, seed);
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, seeds().size());
}

// A claim that says what some formula says, none if it would count moves.
std::string random_never_claim(std::uint64_t seed) {
  SplitMix64 random(seed);
  Formulas formulas;
  const FormulaId formula = random_ltl(formulas, random, 3 + static_cast<unsigned>(seed % 4), 2);
  const BuchiAutomaton automaton = to_buchi(ltl_to_automaton(formulas, formula, {}).automaton);
  if (repetition_in(automaton) != Repetition::Ignored) return {};
  const std::string about = seed % 2 == 0 ? "a[0] < a[1]" : "a[2] != 0";
  return never_text(automaton, {"random", {"g0 == 1", about}});
}

TEST(Agreement, OfReducedSearchesAboutRandomClaims) {
  const std::uint64_t before = compared_answers();
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    const std::string claim = random_never_claim(seed);
    if (claim.empty()) continue;
    AskedModel asked{"promela", random_loose_promela(seed) + claim, {"claim"}, 0, ends_for(seed)};
    expect_agreement_of_reductions(asked, seed);
  }
  EXPECT_GT(compared_answers() - before, seeds().size());
}

// --- other programs

TEST(Agreement, OfOtherSolversAboutRandomModels) {
  std::vector<AskedEngine> engines = agreement_peers(2);
  if (engines.empty()) GTEST_SKIP() << "neither z3 nor cvc5 is on this machine";
  engines.insert(engines.begin(), agreement_engines(solver_seconds_max).front());
  for (const std::uint64_t seed : seeds()) {
    if (HasFailure()) break;
    if (seed % 5 != 0) continue;
    for (AskedModel asked : {asked_script(seed), asked_processes(seed)}) {
      asked.depth = std::min<std::uint64_t>(asked.depth == 0 ? 3 : asked.depth, 3);
      expect_agreement(asked, engines, fmt::format("{}-peers-{}", asked.language, seed));
    }
  }
}

// --- planted disagreements

// Explicit, with something done to its answers.
AskedEngine planted(const std::function<void(const Model&, Finding&)>& spoil) {
  EngineInfo engine = *engine_named("explicit");
  engine.name = "planted";
  engine.run = [spoil, honest = engine.run](const Model& model, const EngineTask& task) {
    EngineReport report = honest(model, task);
    for (Finding& finding : report.findings) spoil(model, finding);
    return report;
  };
  return {"planted", engine, Diligence::Some};
}

// Overlooks what goes wrong in models with an array.
void overlook(const Model& model, Finding& finding) {
  const auto is_array = [](const Slot& slot) { return slot.is_vector; };
  const auto& slots = model.globals.slots;
  if (finding.traces.empty() || std::none_of(slots.begin(), slots.end(), is_array)) return;
  finding.verdict = Verdict::Holds;
  finding.basis = Basis::Exhaustive;
  finding.traces.clear();
}

// A path without its last move.
void forget_a_move(const Model& model, Finding& finding) {
  static_cast<void>(model);
  for (MovePath& path : finding.traces) path.moves.pop_back();
}

constexpr const char* script = R"(VARS:
  const int N = 3;
  int x : -1..7;
  bool b;
  int a[3] : 0..N;
  nondet int n : 1..2;
INIT:
  x = 0;
  for i in 0..2 { a[i] = 0; }
TRANS:
  ? !b & x < 6 & (x + 1 > a[0] | b) -> x = x + 1;
  ? x > 2 -> a[1], b = a[1] + n, true;
  ? b & a[1] == 3 -> a[2], x = 0, -1;
REACH: x == 7
SAFE: !(x >= 3 & x + 0 < 5) | b & a[0] == 1
DEADLOCK:
)";

std::vector<AskedEngine> explicit_and(AskedEngine other) {
  return {agreement_engines(1).front(), std::move(other)};
}

TEST(Agreement, IsMissedWhereAVerdictIsWrong) {
  const AskedModel asked{"uts", script, {"reach", "safe", "deadlock"}, 0};
  const std::vector<AskedEngine> engines = explicit_and(planted(overlook));
  const std::vector<Disagreement> found = disagreements(asked, engines);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].kind, "verdict");
  EXPECT_EQ(found[0].question, "safe");
  EXPECT_EQ(found[0].text,
            "explicit says violated witness, 3 moves; planted says holds exhaustive");
  EXPECT_EQ(found[1].question, "deadlock");
  const AskedModel small = shrunk(asked, found[0], engines);
  EXPECT_EQ(regression_text(small, found[0]),
            R"(// Engines did not agree about this model (planted: verdict).
//
// expect: states 2
// expect: transitions 2
// expect: deadlocks 0
// expect: errors 0
// expect: safe violated, path 0

VARS:
  bool b;
  int a[1] : 0..0;
TRANS:
  b = true;
SAFE: a[0] == 1
)");
}

TEST(Agreement, IsMissedWhereATraceDoesNotReplay) {
  const AskedModel asked{"uts", script, {"reach", "safe"}, 0};
  const std::vector<Disagreement> found =
      disagreements(asked, explicit_and(planted(forget_a_move)));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, "defect");
  EXPECT_EQ(
      found[0].text,
      "explicit says violated witness, 3 moves; planted says unknown  (defect: the trace does "
      "not replay)");
}

// Without any engine: the smallest text with what is wanted.
TEST(ShrinkText, KeepsWhatMattersAndNothingElse) {
  const std::string text = R"(byte g0 = 2;
byte g1[2] = {1, 0};
process P {
  state q0, q1;
  init q0;
  trans
  q0 -> q1 { guard g0 < (7 * 3); effect g1[(g0) & 1] = 1; },
  q1 -> q0 { guard g1[0] == 1 and (g0 > 0); };
}
system async;
)";
  const auto is_wanted = [](const std::string& candidate) {
    auto read = language_named("dve")->read({"m.dve", candidate, {}});
    if (!read.ok()) return false;
    const Report report = explore(read.value(), {});
    return report.statistics.states == 2 && candidate.find("guard") != std::string::npos;
  };
  ASSERT_TRUE(is_wanted(text));
  EXPECT_EQ(shrink_text(text, is_wanted), R"(
process P {
  state q0, q1;
  init q0;
  trans
  q0 -> q1 { } -> q0 { guard 0; }
}
system async;)");
}

// --- BEEM

class AgreementBeem : public testing::TestWithParam<BeemInstance> {};

TEST_P(AgreementBeem, OfAllEngines) {
  const BeemInstance& instance = GetParam();
  if (instance.name.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  AskedModel asked{"dve", read_file(instance.file).bytes, instance.questions, 0};
  asked.questions.insert(asked.questions.begin(), {"deadlock", "errors"});
  for (const Disagreement& each : disagreements(asked, agreement_engines(1))) {
    ADD_FAILURE() << each.kind << ": '" << each.question << "': " << each.text;
  }
}

std::string instance_name(const testing::TestParamInfo<BeemInstance>& info) {
  std::string name = info.param.name.empty() ? "absent" : info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
}

// Larger ones are for `agreement_table`.
INSTANTIATE_TEST_SUITE_P(Models, AgreementBeem, testing::ValuesIn(beem_instances(3'000)),
                         instance_name);

// --- what was found before

std::vector<std::string> regress_files() {
  std::vector<std::string> files;
  for (const std::string& file : zoo_files()) {
    if (file.find("/regress/") != std::string::npos) files.push_back(file);
  }
  if (files.empty()) files.emplace_back();
  return files;
}

class AgreementRegress : public testing::TestWithParam<std::string> {};

TEST_P(AgreementRegress, IsOneNow) {
  if (GetParam().empty()) FAIL() << "models/regress is empty";
  const std::string text = read_file(GetParam()).bytes;
  AskedModel asked{std::string(language_for_file(GetParam())->name), text, {}, 0};
  asked.questions = annotated_questions(text);
  for (const std::string usual : {"deadlock", "errors", "infinite"}) {
    if (std::count(asked.questions.begin(), asked.questions.end(), usual) == 0) {
      asked.questions.push_back(usual);
    }
  }
  const std::vector<AskedEngine> engines = agreement_engines(2);
  for (asked.depth = 0; asked.depth <= 5; ++asked.depth) {
    for (const Disagreement& each : disagreements(asked, engines)) {
      ADD_FAILURE() << each.kind << ": '" << each.question << "', depth " << asked.depth << ": "
                    << each.text;
    }
  }
  asked.depth = 0;
  for (const Ends ends : {Ends::Ignore, Ends::Reject}) {
    asked.ends = ends;
    for (const Disagreement& each : disagreements(asked, engines)) {
      ADD_FAILURE() << each.kind << ": '" << each.question << "', other ends: " << each.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, AgreementRegress, testing::ValuesIn(regress_files()),
                         file_test_name);

}  // namespace
}  // namespace clew
