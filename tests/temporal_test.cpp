// Properties over runs, from the text of a model to the lasso: answers that are known, and all
// algorithms against each other.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <map>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"

namespace clew {
namespace {

constexpr std::array algorithms = {CycleAlgorithm::Components, CycleAlgorithm::Nested,
                                   CycleAlgorithm::Parallel, CycleAlgorithm::Owcty,
                                   CycleAlgorithm::Map};

Model read_model(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"test." + language, text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

PropertyResult ask(Model model, const std::string& text, CycleAlgorithm algorithm,
                   std::uint64_t threads, bool native = true) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  CheckOptions options;
  options.properties = {property.value()};
  options.algorithm = algorithm;
  options.threads = threads;
  options.native = native;
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  return report.properties.front();
}

// The answer of all algorithms; a run of each is replayed by check(): a lasso, or a path to what decides.
Verdict verdict_of(const Model& model, const std::string& text) {
  const PropertyResult first = ask(model, text, CycleAlgorithm::Auto, 1);
  for (const CycleAlgorithm algorithm : algorithms) {
    const std::uint64_t threads = algorithm == CycleAlgorithm::Parallel ? 3 : 1;
    EXPECT_EQ(ask(model, text, algorithm, threads).verdict, first.verdict)
        << name_of(algorithm) << " " << text;
  }
  const PropertyResult shared = ask(model, text, CycleAlgorithm::Auto, 2);
  EXPECT_EQ(shared.verdict, first.verdict);
  EXPECT_EQ(shared.statistics->states, first.statistics->states);
  EXPECT_EQ(shared.statistics->transitions, first.statistics->transitions);
  EXPECT_EQ(ask(model, text, CycleAlgorithm::Auto, 1, false).verdict, first.verdict);
  if (first.verdict == Verdict::Violated) {
    EXPECT_EQ(first.traces.size(), 1U);
    const ShownTrace& shown = first.traces.at(0);
    const bool is_decided = shown.ending.find("decides, however the run goes on") != std::string::npos;
    EXPECT_NE(shown.trace.loop_start.has_value(), is_decided) << shown.ending;
  }
  return first.verdict;
}

constexpr auto peterson = R"(bool wants[2]; byte turn, inside;
active [2] proctype P() {
  do
  :: wants[_pid] = true; turn = 1 - _pid;
wait: !wants[1 - _pid] || turn == _pid;
cs:   inside++; inside--;
      wants[_pid] = false
  od
}
ltl live { [] (P[0]@wait -> <> P[0]@cs) }
ltl strict { [] (P[0]@wait -> <> P[1]@cs) }
ltl safe { always (inside <= 1) }
ltl again { []<> (inside == 1) }
never watch { do :: skip :: inside == 1 -> break od; accept: do :: inside == 0 || wants[0] od }
)";

TEST(Temporal, AnswersTheFormulasOfAPromelaModel) {
  const Model model = read_model("promela", peterson);
  EXPECT_EQ(verdict_of(model, "live"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "strict"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "safe"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "again"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "watch"), Verdict::Violated);
}

TEST(Temporal, AnswersFormulasOfTheCommandLine) {
  const Model model = read_model("promela", peterson);
  EXPECT_EQ(verdict_of(model, "ltl: G (P[0]@wait -> F P[0]@cs)"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: F G inside == 0"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "ltl: (inside == 0) W (P[0]@wait || P[1]@wait)"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: true"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: false"), Verdict::Violated);
}

TEST(Temporal, ARunThatEndsStaysWhereItIs) {
  const Model model = read_model("promela", "byte x; active proctype P() { x = 1; x = 2 }");
  EXPECT_EQ(verdict_of(model, "ltl: F G x == 2"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: G F x == 1"), Verdict::Violated);
  const PropertyResult result = ask(model, "ltl: G F x == 1", CycleAlgorithm::Auto, 1);
  const Trace& lasso = result.traces.at(0).trace;
  EXPECT_TRUE(lasso.steps.back().firings.empty());
  EXPECT_EQ(result.traces.at(0).ending, "after 3 moves nothing can move any more");
}

TEST(Temporal, ARunThatCanOnlyFailStaysWhereItIs) {
  const Model model = read_model(
      "dve",
      "byte x; byte a[2];\nprocess P { state s, t; init s; trans s -> t { effect x = 2; }, "
      "t -> s { effect a[x] = 1; }; }\nsystem async;\n");
  EXPECT_EQ(verdict_of(model, "ltl: F G P.t"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "ltl: G F P.s"), Verdict::Violated);
}

TEST(Temporal, AClaimKnowsThatTimeIsOutAndWhoCanMove) {
  const Model waits = read_model(
      "promela",
      "byte x; active proctype A() { x = 1; timeout -> x = 2; timeout -> x = 3 }\n"
      "never out { do :: timeout && x == 2 -> break :: true od; accept: do :: true od }\n"
      "never in { do :: timeout && x == 0 -> break :: true od; accept: do :: true od }\n");
  EXPECT_EQ(verdict_of(waits, "out"), Verdict::Violated);
  EXPECT_EQ(verdict_of(waits, "in"), Verdict::Holds);
  const Model blinks = read_model(
      "promela",
      "byte x; active proctype A() { do :: x == 0 -> x = 1 od }\n"
      "active proctype B() { do :: x == 1 -> x = 0 :: x == 0 -> x = 1 od }\n"
      "never blocked { do :: !enabled(0) -> break :: true od; accept: do :: !enabled(0) od }\n"
      "never open { do :: enabled(0) && x == 0 -> break :: true od; accept: do :: enabled(0) od "
      "}\n");
  EXPECT_EQ(verdict_of(blinks, "blocked"), Verdict::Holds);
  EXPECT_EQ(verdict_of(blinks, "open"), Verdict::Violated);
}

TEST(Temporal, AnAssertionOfAClaimThatFailsIsWhatItLookedFor) {
  const Model model =
      read_model("promela",
                 "byte x; active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 0 od }\n"
                 "never as_spin { T0_init: do :: atomic { (x == 2) -> assert(!(x == 2)) }\n"
                 "  :: (1) -> goto T0_init od; accept_all: skip }\n"
                 "never plain { do :: assert(x != 1) od }\n"
                 "never fine { do :: assert(x != 7) od }\n"
                 "never behind { do :: atomic { x == 1 -> assert(x == 1) } :: else od }\n");
  EXPECT_EQ(verdict_of(model, "as_spin"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "plain"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "fine"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "behind"), Verdict::Holds);
}

TEST(Temporal, AClaimAtAnEndLabelIsAtItsEnd) {
  const Model model = read_model("promela",
                                 "byte x; active proctype P() { do :: x = 0 od }\n"
                                 "never there { do :: x == 0 -> break od; end_1: x == 1; x == 5 }\n"
                                 "never off { do :: x == 3 -> break :: else od; end_1: x == 1 }\n");
  EXPECT_EQ(verdict_of(model, "there"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "off"), Verdict::Holds);
}

TEST(Temporal, AClaimThatComesToItsEndAccepts) {
  const Model model =
      read_model("promela",
                 "byte x; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }\n"
                 "never one { do :: x == 3 -> break :: else od }\n"
                 "never two { do :: x == 4 -> break :: else od }\n"
                 "never three { do :: atomic { x == 2 -> assert(x != 2) } :: else od }");
  EXPECT_EQ(verdict_of(model, "one"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "two"), Verdict::Holds);
}

TEST(Temporal, AClaimKnowsWhereProcessesAre) {
  const Model model =
      read_model("promela",
                 "byte x; active proctype P() { do :: x = 1; busy: x = 2; done: x = 0 od }\n"
                 "never one { do :: P@busy && x != 1 -> break :: else od }\n"
                 "never two { do :: P@done && x == 2 -> break :: else od }\n"
                 "never three { do :: P@done && P@busy -> break :: else od }");
  EXPECT_EQ(verdict_of(model, "one"), Verdict::Holds);
  EXPECT_EQ(verdict_of(model, "two"), Verdict::Violated);
  EXPECT_EQ(verdict_of(model, "three"), Verdict::Holds);
}

// Which of them holds nobody knows; that all algorithms say the same is something.
TEST(Temporal, AllAlgorithmsAgreeOnRandomModels) {
  const char* const formulas[] = {"claim", "ltl: G F g0 == 1", "ltl: F G P0.q0",
                                  "ltl: G (P0.q1 -> F P0.q0)", "ltl: (g0 < 2) U P0.q1"};
  std::size_t violated = 0;
  std::size_t held = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    for (const std::string formula : formulas) {
      Model model = read.value();
      if (!read_property(model, formula).ok()) continue;  // no claim, or no such name
      const Verdict verdict = verdict_of(model, formula);
      violated += verdict == Verdict::Violated ? 1 : 0;
      held += verdict == Verdict::Holds ? 1 : 0;
    }
  }
  EXPECT_GT(violated, random_model_seeds().size() / 10);
  EXPECT_GT(held, random_model_seeds().size() / 10);
}

// --- BEEM

// One row of verdicts.csv or properties.csv.
struct Question {
  std::string model;  // "anderson.1"; empty: the collection is not there
  std::string number;
  std::string formula;  // empty: the claim of the product file
  bool holds = false;

  std::string file() const {
    const std::string family = model.substr(0, model.find('.'));
    const std::string name = formula.empty() ? model + ".prop" + number : model;
    return (beem_folder() / family / (name + ".dve")).string();
  }
};

std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(read_file((beem_folder() / name).string()).bytes);
  std::string line;
  std::getline(in, line);  // the heading
  while (std::getline(in, line)) {
    std::istringstream row(line);
    rows.emplace_back();
    for (std::string cell; std::getline(row, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

// Of models with at most so many states.
std::vector<Question> questions(std::uint64_t states_max) {
  std::map<std::string, std::uint64_t> states;
  for (const auto& row : rows_of("counts.csv")) states[row[0]] = std::stoull(row[1]);
  std::vector<Question> found;
  const auto is_small = [&](const std::string& model) {
    const auto known = states.find(model);
    return known != states.end() && known->second <= states_max;
  };
  for (const auto& row : rows_of("verdicts.csv")) {
    if (row[2] == "ltl-prob" && is_small(row[0]))
      found.push_back({row[0], row[1], "", row[3] == "yes"});
  }
  for (const auto& row : rows_of("properties.csv")) {
    const bool is_plain = row.size() == 6;  // no comma in the formula
    if (is_plain && row[2] == "ltl" && is_small(row[0]))
      found.push_back({row[0], row[1], row[3], row[4] == "yes"});
  }
  if (found.empty()) found.push_back({});
  return found;
}

class BeemTemporal : public testing::TestWithParam<Question> {};

TEST_P(BeemTemporal, AnswersAsTheCollectionSays) {
  const Question& question = GetParam();
  if (question.model.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const std::string file = question.file();
  auto read = language_for_file(file)->read({file, read_file(file).bytes, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const std::string property = question.formula.empty() ? "claim" : "ltl: " + question.formula;
  EXPECT_EQ(verdict_of(read.value(), property),
            question.holds ? Verdict::Holds : Verdict::Violated);
}

std::string question_name(const testing::TestParamInfo<Question>& info) {
  if (info.param.model.empty()) return "absent";
  std::string name =
      info.param.model + (info.param.formula.empty() ? "_claim" : "_formula") + info.param.number;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, BeemTemporal, testing::ValuesIn(questions(30'000)), question_name);

}  // namespace
}  // namespace clew
