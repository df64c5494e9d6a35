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
#include <filesystem>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "tests/agreement.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"
#include "tests/random_uts.hpp"
#include "tests/shrink_text.hpp"

namespace clew {
namespace {

constexpr double solver_seconds_max = 0.3;

// As many seeds as fit a test that is run all the time; as many as one likes for others.
std::vector<std::uint64_t> seeds() {
  constexpr std::size_t usual = 25;
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
  return fmt::format("MAXSTEPS: {}\n", seed % 6) + text;
}

AskedModel asked_script(std::uint64_t seed) {
  AskedModel asked{"uts", RandomUts(seed).text(), {}, 0};
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
  AskedModel asked{"dve", random_dve_model(seed), {}, 0};
  if (seed % 3 == 0) asked.text = with_other_numbers(asked.text, seed);
  if (seed % 4 == 1) asked.depth = 1 + seed / 4 % 6;
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

// --- what was found before

std::vector<std::string> regress_files() {
  std::vector<std::string> files;
  for (const std::string& file : zoo_files()) {
    if (file.find("/regress/") != std::string::npos) files.push_back(file);
  }
  if (files.empty()) files.emplace_back();
  return files;
}

// The properties that the annotations of a model name.
std::vector<std::string> annotated_questions(const std::string& text) {
  std::vector<std::string> questions;
  std::istringstream in(text);
  const std::string mark = "// expect: ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(mark)) continue;
    const std::string fact = line.substr(mark.size(), line.rfind(", path ") - mark.size());
    const std::size_t blank = fact.rfind(' ');
    const bool is_verdict = blank != std::string::npos && std::isalpha(fact[blank + 1]) != 0;
    if (is_verdict) questions.push_back(fact.substr(0, blank));
  }
  return questions;
}

class AgreementRegress : public testing::TestWithParam<std::string> {};

TEST_P(AgreementRegress, IsOneNow) {
  if (GetParam().empty()) GTEST_SKIP() << "models/regress is empty";
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
}

INSTANTIATE_TEST_SUITE_P(Models, AgreementRegress, testing::ValuesIn(regress_files()),
                         file_test_name);

}  // namespace
}  // namespace clew
