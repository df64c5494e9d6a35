// Whether an automaton counts how often letters are repeated, against what it does with words.
#include <gtest/gtest.h>

#include "clew/property/automaton_print.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "clew/property/repetition.hpp"
#include "tests/ltl_words.hpp"

namespace clew {
namespace {

BuchiAutomaton random_automaton(SplitMix64& random) {
  BuchiAutomaton automaton;
  automaton.states.resize(1 + random.below(3));
  for (BuchiAutomaton::State& state : automaton.states) {
    state.accepting = random.below(2) == 0;
    for (std::uint64_t edges = 1 + random.below(4); edges != 0; --edges) {
      const auto target = static_cast<std::uint32_t>(random.below(automaton.states.size()));
      const std::uint64_t kind = random.below(3);
      state.edges.push_back({{kind == 1 ? 1U : 0U, kind == 2 ? 1U : 0U}, target});
    }
  }
  return automaton;
}

// The word with one of its letters twice.
LassoWord with_letter_twice(LassoWord word, std::size_t place) {
  word.letters.insert(word.letters.begin() + static_cast<std::ptrdiff_t>(place),
                      word.letters[place]);
  if (place < word.loop_start) ++word.loop_start;
  return word;
}

// Some word and the same with a letter twice are not both accepted, or both not.
bool counts_on(const BuchiAutomaton& automaton, const std::vector<LassoWord>& words) {
  const std::vector<bool> accepted = accepted_by(automaton, words);
  for (std::size_t place = 0; place < words.back().letters.size(); ++place) {
    std::vector<LassoWord> twice;
    std::vector<bool> expected;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (place >= words[i].letters.size()) continue;
      twice.push_back(with_letter_twice(words[i], place));
      expected.push_back(accepted[i]);
    }
    if (accepted_by(automaton, twice) != expected) return true;
  }
  return false;
}

TEST(RepetitionInWords, IsSeenInRandomAutomata) {
  const std::vector<LassoWord> words = lasso_words(1, 6);
  SplitMix64 random(7);
  unsigned counted = 0;
  constexpr unsigned rounds = 400;
  for (unsigned round = 0; round < rounds; ++round) {
    const BuchiAutomaton automaton = random_automaton(random);
    const bool expected = counts_on(automaton, words);
    EXPECT_EQ(repetition_in(automaton), expected ? Repetition::Counted : Repetition::Ignored)
        << hoa_text(automaton, {"random", {"a"}});
    if (expected) ++counted;
  }
  EXPECT_GT(counted, rounds / 20);
  EXPECT_LT(counted, rounds - rounds / 20);
}

TEST(RepetitionInWords, IsSeenInFormulas) {
  const std::vector<LassoWord> words = lasso_words(2, 4);
  SplitMix64 random(11);
  unsigned ignored = 0;
  for (unsigned round = 0; round < 300; ++round) {
    Formulas formulas;
    const FormulaId formula = random_ltl(formulas, random, 5, 2);
    const BuchiAutomaton automaton = to_buchi(ltl_to_automaton(formulas, formula, {}).automaton);
    const Repetition repetition = repetition_in(automaton);
    const bool counts = counts_on(automaton, words);
    const std::string text = text_of(formulas, formula, {"a", "b"});
    if (counts) {
      EXPECT_EQ(repetition, Repetition::Counted) << text;
    }
    if (repetition == Repetition::Ignored) ++ignored;
  }
  EXPECT_GT(ignored, 50U);
}

}  // namespace
}  // namespace clew
