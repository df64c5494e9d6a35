// Scripts and what they become in DVE and Promela: equally many states and moves, and the same answers to
// their goals.  Variables with ranges of their own become wider there, and nobody can tell.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/export/dve.hpp"
#include "clew/export/promela.hpp"
#include "clew/lang/language.hpp"
#include "clew/lang/said_test.hpp"
#include "clew/model/print.hpp"
#include "tests/ask.hpp"
#include "tests/model_files.hpp"
#include "tests/model_size.hpp"
#include "tests/random_uts.hpp"
#include "tests/spin.hpp"

namespace clew {
namespace {

Size size_of(const Model& model) {
  CheckOptions everything;
  everything.engine = "explicit";
  everything.native = false;
  const Report report = explore(model, everything);
  EXPECT_TRUE(report.finished);
  const Statistics& found = report.statistics;
  return Size{found.states, found.transitions, found.deadlocks, found.errors};
}

Verdict verdict_of(const Model& model, const Property& property) {
  return ask(model, "explicit", {property}).properties.front().verdict;
}

// A question about the translation; empty for what cannot be asked by its name or expression.
std::string question_in_dve(const Model& model, const DeclaredProperty& goal) {
  if (goal.kind == DeclaredProperty::Kind::DeadlockExists) return "deadlock";
  if (!is_some(goal.expr)) return {};
  Model spelled = model;
  spelled.local_mark = "->";
  return (goal.kind == DeclaredProperty::Kind::Reach ? "reach: " : "inv: ") +
         text_of(spelled, goal.expr);
}

std::string question_in_promela(const Model& model, const DeclaredProperty& goal) {
  std::string text = question_in_dve(model, goal);
  // No implication there, and locals have other names.
  if (text.find("imply") != std::string::npos || text.find("->") != std::string::npos) return {};
  text = std::regex_replace(text, std::regex("\\band\\b"), "&&");
  text = std::regex_replace(text, std::regex("\\bor\\b"), "||");
  return std::regex_replace(text, std::regex("\\bnot\\b"), "!");
}

// How many goals could be asked of both.
int expect_same_verdicts(const Model& model, Model& again,
                         std::string (*question_about)(const Model&, const DeclaredProperty&)) {
  int compared = 0;
  for (const DeclaredProperty& goal : model.declared_properties) {
    const std::string question = question_about(model, goal);
    if (question.empty()) continue;
    SCOPED_TRACE(question);
    Model asked = model;
    const Property original = read_property(asked, goal.name).value();
    const Verdict expected = verdict_of(asked, original);
    auto property = read_property(again, question);
    EXPECT_TRUE(property.ok()) << property.diagnostics.text();
    if (!property.ok()) continue;
    Verdict found = verdict_of(again, property.value());
    // What is asked for here is forbidden there.
    const bool is_opposite = goal.kind == DeclaredProperty::Kind::DeadlockExists;
    if (is_opposite) found = found == Verdict::Holds ? Verdict::Violated : Verdict::Holds;
    EXPECT_EQ(name_of(found), name_of(expected));
    ++compared;
  }
  return compared;
}

std::vector<std::string> scripts() {
  std::vector<std::string> files;
  for (const std::string& file : zoo_files()) {
    if (file.ends_with(".uts")) files.push_back(file);
  }
  return files;
}

Model script(const std::string& path) {
  const std::string text = read_file(path).bytes;
  return model_of(language_named("uts")->read({path, text, definitions_in(text)}));
}

// By the reasons; what stands before them names a process or a bound.
const std::map<std::string, std::string>& refusals() {
  static const std::string starts = "the model may begin in several states";
  static const std::string bounds = "the model bounds its runs to ";
  static const std::string chooses = "chooses values";
  static const std::string at_once = "assigns at once what each other reads";
  static const std::map<std::string, std::string> list = {
      {"alternating_bit_any", starts},
      {"alternating_bit_any_integers", starts},
      {"claim_without_value_at_depth", starts},
      {"counted_steps", bounds},
      {"division", starts},
      {"double_or_decrement_default", bounds},
      {"initial_predicate", starts},
      {"inputs_in_goals", chooses},
      {"no_initial_state", starts},
      {"no_initial_state_left", starts},
      {"sequential_program", starts},
      {"steps_in_init", starts},
      {"swap_elements", at_once},
      {"syntax_collection", bounds},
      {"truck_free", chooses},
      {"truck_small_free", chooses},
  };
  return list;
}

class UtsTranslated : public testing::TestWithParam<std::string> {
 protected:
  // False if it is one of those that are refused, and was.
  static bool is_said(const Encoded& encoded) {
    const auto refused = refusals().find(std::filesystem::path(GetParam()).stem().string());
    if (refused == refusals().end()) {
      EXPECT_EQ(encoded.refusal, "");
    } else {
      EXPECT_NE(encoded.refusal.find(refused->second), std::string::npos) << encoded.refusal;
    }
    return encoded.refusal.empty();
  }

  static void expect_same(const Model& model, const Encoded& encoded, const std::string& language,
                          std::string (*question_about)(const Model&, const DeclaredProperty&)) {
    if (!is_said(encoded)) return;
    Model again = model_of(language_named(language)->read({"again." + language, encoded.text, {}}));
    EXPECT_EQ(size_of(again), size_of(model)) << encoded.text;
    // Where names had to be changed the questions would have to change, too.
    if (encoded.text.find("Note: ") != std::string::npos) return;
    expect_same_verdicts(model, again, question_about);
  }
};

TEST_P(UtsTranslated, MeansTheSameInDve) {
  const Model model = script(GetParam());
  expect_same(model, to_dve(model), "dve", question_in_dve);
}

TEST_P(UtsTranslated, MeansTheSameInPromela) {
  const Model model = script(GetParam());
  expect_same(model, to_promela(model), "promela", question_in_promela);
}

TEST_P(UtsTranslated, HasTheCountsOfSpin) {
  if (!spin_is_installed()) GTEST_SKIP() << "spin is not installed";
  const Model model = script(GetParam());
  const Encoded encoded = to_promela(model);
  if (!is_said(encoded)) return;
  const Size expected = size_of(model);
  SpinQuestion question;
  question.with_verdicts = false;
  const SpinAnswer answer = ask_spin(encoded.text, question);
  ASSERT_EQ(answer.refusal, "");
  EXPECT_EQ(answer.states, expected.states);
  EXPECT_EQ(answer.transitions, expected.transitions);
}

INSTANTIATE_TEST_SUITE_P(Zoo, UtsTranslated, testing::ValuesIn(scripts()), file_test_name);

TEST(RandomUtsTranslations, MeanTheSame) {
  int in_dve = 0;
  int in_promela = 0;
  int verdicts = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    const std::string text = RandomUts(seed).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    auto read = language_named("uts")->read({"random.uts", text, {}});
    if (!read.ok()) continue;
    const Model& model = read.value();
    const Size expected = size_of(model);
    if (expected.errors > 0) continue;
    if (const Encoded encoded = to_dve(model); encoded.refusal.empty()) {
      Model again = model_of(language_named("dve")->read({"again.dve", encoded.text, {}}));
      EXPECT_EQ(size_of(again), expected) << encoded.text;
      ++in_dve;
      verdicts += expect_same_verdicts(model, again, question_in_dve);
    }
    if (const Encoded encoded = to_promela(model); encoded.refusal.empty()) {
      const Model again =
          model_of(language_named("promela")->read({"again.pml", encoded.text, {}}));
      EXPECT_EQ(size_of(again), expected) << encoded.text;
      ++in_promela;
    }
  }
  // Most begin in several states or have inputs, which neither language can say.
  EXPECT_GE(in_dve, static_cast<int>(random_model_seeds().size() / 100));
  EXPECT_GE(in_promela, static_cast<int>(random_model_seeds().size() / 100));
  RecordProperty("in_dve", in_dve);
  RecordProperty("in_promela", in_promela);
  RecordProperty("verdicts", verdicts);
}

}  // namespace
}  // namespace clew
