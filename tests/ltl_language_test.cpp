// Automata accept exactly what their formulas say: every lasso word of a few letters is asked.
#include <gtest/gtest.h>

#include <chrono>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/formula_rewrite.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "tests/ltl_words.hpp"

namespace clew {
namespace {

std::vector<bool> opposite(std::vector<bool> answers) {
  answers.flip();
  return answers;
}

// Compares formula, simplified formula, and the automata of the formula and of its negation.
void expect_equal_languages(Formulas& formulas, FormulaId formula,
                            const std::vector<LassoWord>& words) {
  const std::string text = text_of(formulas, formula, {"a", "b", "c"});
  SCOPED_TRACE(text);
  const std::vector<bool> truth = truth_on(formulas, formula, words);
  const FormulaId simplified = simplify(formulas, formula);
  EXPECT_TRUE(truth_on(formulas, simplified, words) == truth)
      << "simplified to " << text_of(formulas, simplified, {"a", "b", "c"});

  const Translation made = ltl_to_automaton(formulas, formula, {});
  ASSERT_EQ(made.refusal, "");
  EXPECT_TRUE(accepted_by(made.automaton, words) == truth) << "generalised";
  EXPECT_TRUE(accepted_by(to_buchi(made.automaton), words) == truth) << "with accepting states";

  const Translation negated =
      ltl_to_automaton(formulas, formulas.make(FormulaOp::Not, formula), {});
  ASSERT_EQ(negated.refusal, "");
  EXPECT_TRUE(accepted_by(to_buchi(negated.automaton), words) == opposite(truth)) << "negation";
}

TEST(LtlLanguage, IsThatOfTheFormulaForRandomFormulasOverTwoPropositions) {
  const std::vector<LassoWord> words = lasso_words(2, 4);
  ASSERT_EQ(words.size(), 1252U);
  SplitMix64 random(2026);
  for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) {
    Formulas formulas;
    const auto operators = static_cast<unsigned>(1 + random.below(9));
    expect_equal_languages(formulas, random_ltl(formulas, random, operators, 2), words);
  }
}

TEST(LtlLanguage, IsThatOfTheFormulaForRandomFormulasOverThreePropositions) {
  const std::vector<LassoWord> words = lasso_words(3, 3);
  ASSERT_EQ(words.size(), 1672U);
  SplitMix64 random(31);
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    Formulas formulas;
    const auto operators = static_cast<unsigned>(4 + random.below(9));
    expect_equal_languages(formulas, random_ltl(formulas, random, operators, 3), words);
  }
}

TEST(LtlLanguage, IsThatOfTheFormulaWithoutAnyReduction) {
  const std::vector<LassoWord> words = lasso_words(2, 3);
  SplitMix64 random(7);
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) {
    Formulas formulas;
    const auto operators = static_cast<unsigned>(1 + random.below(6));
    const FormulaId formula = random_ltl(formulas, random, operators, 2);
    SCOPED_TRACE(text_of(formulas, formula, {"a", "b"}));
    const std::vector<bool> truth = truth_on(formulas, formula, words);
    const Translation made =
        ltl_to_automaton(formulas, formula, {.simplify = false, .reduce = false});
    ASSERT_EQ(made.refusal, "");
    EXPECT_TRUE(accepted_by(made.automaton, words) == truth) << "generalised";
    EXPECT_TRUE(accepted_by(to_buchi(made.automaton, false), words) == truth) << "Buchi";
  }
}

TEST(LtlLanguage, OfAClassIsWhatTheClassPromises) {
  const std::vector<LassoWord> words = lasso_words(2, 3);
  SplitMix64 random(99);
  int terminal = 0;
  int safety = 0;
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) {
    Formulas formulas;
    const FormulaId formula =
        random_ltl(formulas, random, static_cast<unsigned>(1 + random.below(6)), 2);
    SCOPED_TRACE(text_of(formulas, formula, {"a", "b"}));
    const BuchiAutomaton automaton = to_buchi(ltl_to_automaton(formulas, formula, {}).automaton);
    if (is_safety(automaton)) {
      ++safety;
      BuchiAutomaton all = automaton;
      for (auto& state : all.states) state.accepting = true;
      EXPECT_TRUE(accepted_by(all, words) == accepted_by(automaton, words));
    }
    if (is_terminal(automaton)) {
      ++terminal;
      EXPECT_TRUE(is_weak(automaton));
      for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
        if (!automaton.states[q].accepting) continue;
        BuchiAutomaton from_here = automaton;
        from_here.initial = q;
        EXPECT_TRUE(accepted_by(from_here, words) == std::vector<bool>(words.size(), true));
      }
    }
  }
  EXPECT_GT(safety, 50);
  EXPECT_GT(terminal, 50);
}

TEST(LtlText, IsReadBackAsTheSameFormula) {
  SplitMix64 random(4);
  const std::vector<std::string> texts = {"a", "x == 1", "P.q and not r"};
  for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) {
    Formulas formulas;
    const FormulaId formula =
        random_ltl(formulas, random, static_cast<unsigned>(1 + random.below(10)), 3);
    const std::string text = text_of(formulas, formula, texts);
    const auto read = parse_ltl(text, {});
    ASSERT_TRUE(read.ok()) << text << "\n" << read.diagnostics.text();
    EXPECT_EQ(
        text_of(read.value().formulas, read.value().formula, read.value().proposition_texts()),
        text);
  }
}

// --- size ----------------------------------------------------------------------------------------

double seconds_for(Formulas& formulas, FormulaId formula) {
  const auto begin = std::chrono::steady_clock::now();
  const Translation made = ltl_to_automaton(formulas, formula, {});
  if (made.refusal.empty()) to_buchi(made.automaton);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(LtlTranslation, TakesNoLongForThirtyOperators) {
  SplitMix64 random(30);
  double longest = 0;
  std::string slowest;
  for (int i = 0; i < 100; ++i) {
    Formulas formulas;
    const FormulaId formula = random_ltl(formulas, random, 30, 4);
    const double seconds = seconds_for(formulas, formula);
    if (seconds > longest) {
      longest = seconds;
      slowest = text_of(formulas, formula, {"a", "b", "c", "d"});
    }
  }
  // A second is promised on a quiet machine; sanitizers and neighbours are slower.
  EXPECT_LT(longest, 10) << slowest;
  RecordProperty("longest_milliseconds", static_cast<int>(longest * 1000));
}

}  // namespace
}  // namespace clew
