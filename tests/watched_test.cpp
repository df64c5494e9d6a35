// A model with a claim inside, written in either language, answers as the formula does: on the zoo, on
// random models, and, where it is installed, SPIN says the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <unordered_set>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/export/dve.hpp"
#include "clew/export/model_with_claim.hpp"
#include "clew/export/promela.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"
#include "tests/spin.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

// Larger products are left to others.
constexpr std::uint64_t states_max = 3'000;
constexpr std::size_t formula_count = 7;

struct ZooModel {
  std::string text;
  std::optional<Model> model;
};

std::optional<Model> read(const std::string& language, const std::string& text,
                          std::map<std::string, std::string> definitions = {}) {
  auto result = language_named(language)->read({"test." + language, text, std::move(definitions)});
  EXPECT_TRUE(result.ok()) << result.diagnostics.text() << text;
  if (!result.ok()) return std::nullopt;
  return std::move(result.value());
}

ZooModel read_zoo(const std::string& path) {
  ZooModel zoo{read_file(path).bytes, {}};
  std::map<std::string, std::string> definitions;
  std::istringstream lines(zoo.text);
  const std::string marker = "// define: ";
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (!line.starts_with(marker) || equals == std::string::npos) continue;
    definitions[line.substr(marker.size(), equals - marker.size())] = line.substr(equals + 1);
  }
  zoo.model = read(std::string(language_for_file(path)->name), zoo.text, definitions);
  // A text that is written once more has no definitions from elsewhere.
  for (const auto& [name, value] : definitions) {
    zoo.text.insert(0, "#define " + name + " " + value + "\n");
  }
  return zoo;
}

Verdict verdict_of(Model model, const std::string& text) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << text << "\n" << property.diagnostics.text();
  if (!property.ok()) return Verdict::Unknown;
  CheckOptions options;
  options.properties = {property.value()};
  options.threads = 1;
  options.native = false;  // the models are small
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  return report.properties.front().verdict;
}

struct StateHash {
  std::size_t operator()(const State& state) const { return hash_value(state); }
};

// Few states, and no move that fails.
bool is_small(const Model& model) {
  const Model system = without_claim(model);
  const Interpreter judge(system);
  std::unordered_set<State, StateHash> states{judge.initial_state()};
  std::deque<State> frontier{judge.initial_state()};
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (move.target && states.insert(*move.target).second) frontier.push_back(*move.target);
    });
    if (expansion.errors > 0 || states.size() > states_max) return false;
  }
  return true;
}

// Two propositions that the model can say, one about a variable if there is one.
std::pair<std::string, std::string> propositions_of(const Model& model) {
  std::vector<std::string> found;
  for (const Slot& slot : model.globals.slots) {
    if (slot.name.find_first_of("[].") != std::string::npos || slot.type.is_reference()) continue;
    if (slot.type.is_channel) continue;
    found.push_back(slot.name + (slot.is_vector ? "[0]" : "") +
                    " == " + std::to_string(slot.initial.front()));
    break;
  }
  for (std::size_t i = 0; i < model.processes.size() && found.size() < 2; ++i) {
    const Process& process = model.processes[to_id<ProcessId>(i)];
    const ProcessType& type = model.process_types[process.type];
    const auto& last = type.locations[to_id<LocationId>(type.locations.size() - 1)].name;
    if (model.language != "promela") found.push_back(process.name + "." + last);
    if (model.language == "promela" && !type.labels.empty() && type.name != "init") {
      std::vector<std::string> labels;
      for (const auto& [label, location] : type.labels) labels.push_back(label);
      found.push_back(type.name + "[" + std::to_string(i) + "]@" +
                      *std::min_element(labels.begin(), labels.end()));
    }
  }
  while (found.size() < 2) found.push_back(model.language == "promela" ? "1 == 1" : "true");
  return {found[0], found[1]};
}

std::vector<std::string> formulas_about(const Model& model) {
  const auto [p, q] = propositions_of(model);
  const std::string a = "{" + p + "}";
  const std::string b = "{" + q + "}";
  return {"G F " + a,
          "F G " + b,
          "G (" + a + " -> F " + b + ")",
          a + " U " + b,
          "X X " + a + " || G F (" + b + " && X " + b + ")",
          "(G F " + a + " && G F !" + a + ") -> G F " + b,
          "(!" + b + ") W (" + a + " && X !" + a + ")"};
}

// The model with the claim of the formula, and the answer.
struct Question {
  Model watched;
  Verdict verdict = Verdict::Unknown;
};

std::optional<Question> question(Model model, const std::string& formula) {
  auto property = read_property(model, "ltl: " + formula);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  if (!property.ok()) return std::nullopt;
  return Question{watched_model(model, property.value()), verdict_of(model, "ltl: " + formula)};
}

void expect_same(const std::string& language, const std::string& text, const std::string& claim,
                 const Question& asked) {
  const auto again = read(language, text);
  if (!again) return;
  EXPECT_EQ(verdict_of(*again, claim), asked.verdict) << text;
}

// SPIN needs a C compiler each time, so of every model it sees one formula.
bool is_for_spin(const std::string& file, std::size_t number) {
  return std::hash<std::string>{}(file) % formula_count == number;
}

void expect_same_in_spin(const std::string& text, const Question& asked) {
  // SPIN takes the accept labels of processes for those of the claim.
  const bool has_labels = text.substr(0, text.rfind("never {")).find("accept") != std::string::npos;
  if (has_labels) return;
  const SpinVerdict said = ask_spin_about_claim(text, {});
  testing::Test::RecordProperty("spin", said.refusal.empty() ? "compared" : said.refusal);
  if (!said.refusal.empty()) return;  // pan has limits and errors of its own, or is not there
  EXPECT_EQ(said.accepts, asked.verdict == Verdict::Violated) << text;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(CLEW_SOURCE_DIR) / "models" / folder)) {
    if (language_for_file(entry.path().string())) files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const testing::TestParamInfo<std::string>& file) {
  std::string name = file.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// --- the text of a Promela file

constexpr auto lamp = R"(// ltl in a comment { is none }
#define on (x == 1)
#define never_mind "never { }"
byte x;
active proctype P() { do :: x = 1 - x; printf("ltl { }\n") od }
ltl first { [] (x < 2) }   /* stays or goes */
ltl { <> on }
never second { do :: x == 3 -> break :: else od }
)";

std::string with_claim_of(const std::string& property_text) {
  auto read = language_named("promela")->read({"lamp.pml", lamp, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  Model model = read.value();
  auto property = read_property(model, property_text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  return promela_with_claim(lamp, watched_model(model, property.value()));
}

TEST(Watched, AFormulaBecomesTheOnlyClaimOfAPromelaFile) {
  EXPECT_EQ(with_claim_of("ltl: G F on"), R"(// ltl in a comment { is none }
#define on (x == 1)
#define never_mind "never { }"
byte x;
active proctype P() { do :: x = 1 - x; printf("ltl { }\n") od }
/* the claim 'first' is left out */   /* stays or goes */
/* the claim 'ltl_0' is left out */
/* the claim 'second' is left out */

/* Accepts the runs that violate: G F on */
never {
q0:
  do
  :: true -> goto q0
  :: !(on) -> goto accept_q1
  od;
accept_q1:
  do
  :: !(on) -> goto accept_q1
  od
}
)");
}

TEST(Watched, AClaimOfThePromelaFileStaysAlone) {
  const std::string head = R"(// ltl in a comment { is none }
#define on (x == 1)
#define never_mind "never { }"
byte x;
active proctype P() { do :: x = 1 - x; printf("ltl { }\n") od }
)";
  EXPECT_EQ(with_claim_of("ltl_0"),
            head + R"(/* the claim 'first' is left out */   /* stays or goes */
ltl { <> on }
/* the claim 'second' is left out */
)");
  EXPECT_EQ(with_claim_of("claim"),
            head + R"(/* the claim 'first' is left out */   /* stays or goes */
/* the claim 'ltl_0' is left out */
never second { do :: x == 3 -> break :: else od }
)");
}

TEST(Watched, AModelHasTheClaimInsteadOfItsOwn) {
  auto read = language_named("dve")->read(
      {"m.dve",
       "byte x;\nprocess P { state s; init s; trans s -> s { effect x = 1 - x; }; }\n"
       "process Q { state q; init q; trans q -> q { }; }\nsystem async property Q;\n",
       {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  Model model = read.value();
  const Model own = watched_model(model, read_property(model, "claim").value());
  EXPECT_EQ(own.claim->name, "Q");
  EXPECT_EQ(claim_note(own), "");
  const Model other = watched_model(model, read_property(model, "ltl: G F x == 1").value());
  EXPECT_EQ(other.claim->name, "LTL_property");
  EXPECT_EQ(claim_note(other), "Accepts the runs that violate: G F x == 1");
}

// --- answers

// Models that this comparison is not for: a value out of range is an error here and wraps around there, and
// some are too large to be asked seven formulas in two languages.  Listed, because to find out takes a
// search; whoever adds such a model is told by the test.
const std::set<std::string> unsuited = {
    "arithmetic_errors.dve",
    "bakery.mdve",
    "bridge_torch.dve",
    "channel_cast.dve",
    "division_by_zero.dve",
    "elevator.mdve",
    "fischer.mdve",
    "guard_errors.dve",
    "hanoi.mdve",
    "index_out_of_range.dve",
    "leader_ring.mdve",
    "number_types.dve",
    "philosophers.mdve",
    "rendezvous_partners.dve",
    "sliding_tiles.dve",
    "sliding_window.mdve",
    "store_out_of_range.dve",
    "synchronous_conflict.dve",
    "token_ring.mdve",
    // A goto behind a label is a step if the file asks for the label, as in SPIN.
    "goto_chain.pml",
};

std::vector<std::string> suited_files_in(const std::string& language) {
  std::vector<std::string> files = files_in(language);
  std::erase_if(files, [](const std::string& file) { return unsuited.contains(file); });
  return files;
}

class WatchedDve : public testing::TestWithParam<std::string> {};

TEST_P(WatchedDve, AnswersAsTheFormulaDoes) {
  const auto model = read_zoo(CLEW_SOURCE_DIR "/models/dve/" + GetParam()).model;
  ASSERT_TRUE(model);
  ASSERT_TRUE(is_small(*model)) << "too large, or has run-time errors: list it as unsuited";
  const std::vector<std::string> formulas = formulas_about(*model);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    SCOPED_TRACE(formulas[i]);
    const auto asked = question(*model, formulas[i]);
    ASSERT_TRUE(asked);
    const Encoded dve = to_dve(asked->watched);
    ASSERT_EQ(dve.refusal, "");
    expect_same("dve", dve.text, "claim", *asked);
    const Encoded promela = to_promela(asked->watched);
    EXPECT_EQ(promela.refusal, to_promela(without_claim(*model)).refusal);
    if (!promela.refusal.empty()) continue;
    expect_same("promela", promela.text, "never", *asked);
    if (is_for_spin(GetParam(), i)) expect_same_in_spin(promela.text, *asked);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, WatchedDve, testing::ValuesIn(suited_files_in("dve")), test_name);

class WatchedPromela : public testing::TestWithParam<std::string> {};

TEST_P(WatchedPromela, AnswersAsTheFormulaDoes) {
  const ZooModel zoo = read_zoo(CLEW_SOURCE_DIR "/models/promela/" + GetParam());
  ASSERT_TRUE(zoo.model);
  ASSERT_TRUE(is_small(*zoo.model)) << "too large, or has run-time errors: list it as unsuited";
  const bool is_in_dve = to_dve(without_claim(*zoo.model)).refusal.empty();
  const std::vector<std::string> formulas = formulas_about(*zoo.model);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    SCOPED_TRACE(formulas[i]);
    const auto asked = question(*zoo.model, formulas[i]);
    ASSERT_TRUE(asked);
    const std::string promela = promela_with_claim(zoo.text, asked->watched);
    expect_same("promela", promela, "never", *asked);
    if (is_for_spin(GetParam(), i)) expect_same_in_spin(promela, *asked);
    const Encoded dve = to_dve(asked->watched);
    EXPECT_EQ(dve.refusal.empty(), is_in_dve) << dve.refusal;
    if (dve.refusal.empty()) expect_same("dve", dve.text, "claim", *asked);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, WatchedPromela, testing::ValuesIn(suited_files_in("promela")),
                         test_name);

TEST(Watched, SpinSaysTheSame) {
  if (!spin_is_installed()) GTEST_SKIP() << "SPIN is not installed";
  const ZooModel zoo = read_zoo(CLEW_SOURCE_DIR "/models/promela/lock_and_key.pml");
  ASSERT_TRUE(zoo.model);
  const std::pair<std::string, bool> expected[] = {{"[] <> critical(1)", true},
                                                   {"[] (!free -> <> free)", false},
                                                   {"[] (critical(0) -> X !critical(0))", false},
                                                   {"(!critical(1)) U critical(0)", true},
                                                   {"[] <> (critical(0) || critical(1))", false}};
  for (const auto& [formula, accepts] : expected) {
    const auto asked = question(*zoo.model, formula);
    ASSERT_TRUE(asked);
    const SpinVerdict said = ask_spin_about_claim(promela_with_claim(zoo.text, asked->watched), {});
    EXPECT_EQ(said.refusal, "");
    EXPECT_EQ(said.accepts, accepts) << formula;
    EXPECT_EQ(asked->verdict == Verdict::Violated, accepts) << formula;
  }
}

// Of a random model SPIN sees one formula, of every tenth model.
TEST(Watched, RandomPromelaModelsAnswerAsTheFormulaDoes) {
  std::size_t compared = 0;
  std::size_t in_dve = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    const std::string text = text_of(random_promela(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto result = language_named("promela")->read({"random.pml", text, {}});
    if (!result.ok() || !is_small(result.value())) continue;
    const std::vector<std::string> formulas = formulas_about(result.value());
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      SCOPED_TRACE(formulas[i]);
      const auto asked = question(result.value(), formulas[i]);
      ASSERT_TRUE(asked);
      const std::string promela = promela_with_claim(text, asked->watched);
      expect_same("promela", promela, "never", *asked);
      if (seed % 10 == 0 && seed / 10 % formula_count == i) expect_same_in_spin(promela, *asked);
      const Encoded dve = to_dve(asked->watched);
      ++compared;
      const bool may_differ = dve.text.find("has 16 bits here") != std::string::npos ||
                              dve.text.find("an error there") != std::string::npos;
      if (!dve.refusal.empty() || may_differ) continue;
      expect_same("dve", dve.text, "claim", *asked);
      ++in_dve;
    }
  }
  EXPECT_GT(compared, random_model_seeds().size());
  EXPECT_GT(in_dve, random_model_seeds().size() / 10);
}

TEST(Watched, RandomModelsAnswerAsTheFormulaDoes) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    const auto model = read("dve", random_dve_model(seed));
    ASSERT_TRUE(model);
    if (!is_small(*model)) continue;
    for (const std::string& formula : formulas_about(*model)) {
      SCOPED_TRACE(formula);
      const auto asked = question(*model, formula);
      ASSERT_TRUE(asked);
      const Encoded dve = to_dve(asked->watched);
      ASSERT_EQ(dve.refusal, "");
      expect_same("dve", dve.text, "claim", *asked);
      const Encoded promela = to_promela(asked->watched);
      if (promela.refusal.empty() && promela.text.find("an error there") == std::string::npos) {
        expect_same("promela", promela.text, "never", *asked);
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, random_model_seeds().size());
}

}  // namespace
}  // namespace clew
