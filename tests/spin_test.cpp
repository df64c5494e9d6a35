// Clew and SPIN see the same: the counts in the annotations of models/promela are what the
// installed spin says, and on random models both agree.  Without spin these tests are skipped.
//
// CLEW_RANDOM_PROMELA says how many random models are tried (default 250); tests/spin_differential
// is the program for a long run.
#include "tests/spin.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "tests/random_promela.hpp"
#include "tests/spin_compare.hpp"

namespace clew {
namespace {

#define SKIP_WITHOUT_SPIN() \
  if (!spin_is_installed()) GTEST_SKIP() << "there is no spin on this machine"

// --- the oracle ----------------------------------------------------------------------------------

std::string answer_to(const std::string& text, const SpinQuestion& question = {}) {
  const SpinAnswer answer = ask_spin(text, question);
  if (!answer.refusal.empty()) return answer.refusal;
  return std::to_string(answer.states) + " states, " + std::to_string(answer.transitions) +
         " transitions" + (answer.has_failed_assertion ? ", failed assertion" : "") +
         (answer.has_invalid_end_state ? ", invalid end state" : "");
}

TEST(Spin, CountsStatesAndTransitions) {
  SKIP_WITHOUT_SPIN();
  EXPECT_EQ(answer_to("init { skip }"), "3 states, 2 transitions");
  EXPECT_EQ(answer_to("byte x; init { do :: x < N -> x++ :: else -> break od }",
                      {.definitions = {{"N", "2"}}}),
            "7 states, 6 transitions");
}

TEST(Spin, FindsFailedAssertionsAndInvalidEndStates) {
  SKIP_WITHOUT_SPIN();
  EXPECT_EQ(answer_to("init { assert(false) }"), "3 states, 2 transitions, failed assertion");
  EXPECT_EQ(answer_to("byte x; init { x == 1 }"), "1 states, 0 transitions, invalid end state");
  EXPECT_EQ(answer_to("byte x; active proctype P() { assert(x == 1); x == 2 }"),
            "2 states, 1 transitions, failed assertion, invalid end state");
  EXPECT_EQ(answer_to("byte x; init { assert(false) }", {.with_verdicts = false}),
            "3 states, 2 transitions");
}

TEST(Spin, ReducesWhenItIsAskedTo) {
  SKIP_WITHOUT_SPIN();
  const std::string text = "active [2] proctype P() { byte i; i = 1; i = 2; i = 3 }";
  EXPECT_EQ(answer_to(text), "21 states, 32 transitions");
  EXPECT_EQ(answer_to(text, {.reduction = SpinReduction::PartialOrder}), "9 states, 8 transitions");
  EXPECT_EQ(answer_to(text, {.reduction = SpinReduction::All}), "5 states, 4 transitions");
  EXPECT_EQ(answer_to("byte x; active proctype P() { assert(x == 1); x == 2 }",
                      {.reduction = SpinReduction::PartialOrder, .is_long = true}),
            "2 states, 1 transitions, failed assertion, invalid end state");
}

TEST(Spin, SaysWhyNumbersMustNotBeCompared) {
  SKIP_WITHOUT_SPIN();
  EXPECT_EQ(answer_to("init { x = 1 }"),
            "spin: m.pml:1, Error: undeclared variable: x\tsaw 'operator: ='");
  EXPECT_EQ(answer_to("init { do :: skip od }"),
            "error: proctype ':init:' line 1, state 2: has unconditional self-loop");
  EXPECT_EQ(answer_to("byte x; init { x = 5 / x }"), "pan crashed");
  EXPECT_EQ(answer_to("byte a[2], x = 3; init { a[x] = 1 }"),
            "assertion violated - invalid array index (at depth 0)");
  EXPECT_EQ(answer_to("byte x; init { atomic { do :: x = 1 - x od } }"),
            "error: max search depth too small");
  EXPECT_EQ(answer_to("byte x; init { d_step { x = 1; x == 2 } }"),
            "pan:1: block in d_step seq (at depth 0)");
  EXPECT_EQ(answer_to("int x; init { do :: x = x * 5 + 1 od }", {.memory_mebibytes_max = 16}),
            "pan: reached -DMEMLIM bound");
}

TEST(Spin, MakesRoomForWideStates) {
  SKIP_WITHOUT_SPIN();
  EXPECT_EQ(answer_to("int a[1000]; init { a[999] = 1 }"), "3 states, 2 transitions");
}

// --- the annotations -----------------------------------------------------------------------------

std::vector<std::string> promela_models() {
  std::vector<std::string> files;
  const auto folder = std::filesystem::path(CLEW_SOURCE_DIR) / "models" / "promela";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".pml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> all_matches(const std::string& text, const std::string& expression) {
  std::vector<std::string> result;
  const std::regex regex(expression);
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    result.push_back((*it)[1]);
  }
  return result;
}

// The annotations of a model, as far as SPIN can speak about them.
std::string expected_answer(const std::string& text) {
  const auto states = all_matches(text, "// expect: states ([0-9]+)");
  const auto transitions = all_matches(text, "// expect: transitions ([0-9]+)");
  if (states.size() != 1 || transitions.size() != 1) return "counts are missing";
  const bool fails = text.find("// expect: assertions violated") != std::string::npos;
  const bool blocks = text.find("// expect: deadlock violated") != std::string::npos;
  return states[0] + " states, " + transitions[0] + " transitions" +
         (fails ? ", failed assertion" : "") + (blocks ? ", invalid end state" : "");
}

TEST(SpinZoo, IsAnnotatedWithWhatSpinSays) {
  SKIP_WITHOUT_SPIN();
  for (const std::string& file : promela_models()) {
    const std::string text = read_file(file).bytes;
    // What Clew does otherwise on purpose says so.
    if (text.find("// differs from spin:") != std::string::npos) continue;
    SpinQuestion question;
    for (const std::string& definition : all_matches(text, "// define: (.*)")) {
      const std::size_t equals = definition.find('=');
      question.definitions[definition.substr(0, equals)] = definition.substr(equals + 1);
    }
    EXPECT_EQ(answer_to(text, question), expected_answer(text)) << file;
  }
}

// --- random models -------------------------------------------------------------------------------

TEST(RandomPromela, IsTheSameForTheSameSeed) {
  EXPECT_EQ(text_of(random_promela(7)), text_of(random_promela(7)));
  EXPECT_NE(text_of(random_promela(7)), text_of(random_promela(8)));
}

TEST(RandomPromela, ShrinksToWhatMatters) {
  std::uint64_t seed = 1;
  while (text_of(random_promela(seed)).find("timeout") == std::string::npos) ++seed;
  const PromelaPart small = shrink(random_promela(seed), [](const PromelaPart& candidate) {
    const std::string text = text_of(candidate);
    return text.find("timeout") != std::string::npos && text.find("proctype") != std::string::npos;
  });
  const std::string text = text_of(small);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 4) << text;
}

std::uint64_t model_count() {
  const char* given = std::getenv("CLEW_RANDOM_PROMELA");
  return given ? std::strtoull(given, nullptr, 10) : 250;
}

TEST(RandomPromela, LooksTheSameToClewAndSpin) {
  SKIP_WITHOUT_SPIN();
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= model_count() && !HasFailure(); ++seed) {
    const std::string text = text_of(random_promela(seed));
    const Comparison comparison = compare_with_spin(text, question_for_random_models());
    EXPECT_NE(comparison.outcome, Comparison::Outcome::Different) << "seed " << seed << "\n"
                                                                  << comparison.text << "\n"
                                                                  << text;
    if (comparison.outcome == Comparison::Outcome::Equal) ++compared;
  }
  EXPECT_GE(compared, model_count() * 7 / 10);
}

}  // namespace
}  // namespace clew
