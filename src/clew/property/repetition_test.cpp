#include "clew/property/repetition.hpp"

#include <gtest/gtest.h>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_test.hpp"
#include "clew/property/ltl_to_automaton.hpp"

namespace clew {
namespace {

Repetition repetition_in(std::string_view text) {
  auto read = parse_ltl(text, {});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  ParsedFormula& parsed = read.value();
  return repetition_in(to_buchi(ltl_to_automaton(parsed.formulas, parsed.formula, {}).automaton));
}

TEST(Repetition, IsIgnoredWithoutNext) {
  for (const char* const text :
       {"true", "false", "a", "F a", "G a", "a U b", "G F a", "F G a", "G (a -> F b)",
        "G F a && G F b", "(G F a) -> (G F b)", "F (a && F (b && F c))", "a W (b R c)"}) {
    EXPECT_EQ(repetition_in(text), Repetition::Ignored) << text;
  }
}

TEST(Repetition, IsCountedWithMostThatSayNext) {
  for (const char* const text : {"X a", "F (a && X b)", "G (a -> X b)", "G (a -> X !a)",
                                 "G F (a && X a)", "X X a", "a && X (b U a)"}) {
    EXPECT_EQ(repetition_in(text), Repetition::Counted) << text;
  }
}

// What they say can be said without.
TEST(Repetition, IsIgnoredWithSomeThatSayNext) {
  for (const char* const text :
       {"X true", "F X a && F a && G F a", "F (a && X !a)", "G F (a && X !a)", "X G F a"}) {
    EXPECT_EQ(repetition_in(text), Repetition::Ignored) << text;
  }
}

TEST(Repetition, SeesWhatOnlyCyclesCount) {
  // Every second letter is an a: on words that end in `a` for ever nothing can be told.
  BuchiAutomaton even;
  even.states = {{true, {{{1, 0}, 1}}}, {false, {{{1, 0}, 0}, {{0, 1}, 0}}}};
  EXPECT_EQ(repetition_in(even), Repetition::Counted);
  // An odd number of letters before the first a.
  BuchiAutomaton odd;
  odd.states = {{false, {{{0, 1}, 1}}}, {false, {{{0, 1}, 0}, {{1, 0}, 2}}}, {true, {{{}, 2}}}};
  EXPECT_EQ(repetition_in(odd), Repetition::Counted);
}

TEST(Repetition, IsUnknownWhereThereIsTooMuchToLookAt) {
  BuchiAutomaton wide;  // a state too many
  wide.states.resize(65);
  EXPECT_EQ(repetition_in(wide), Repetition::Unknown);
  BuchiAutomaton many;  // a proposition too many
  for (unsigned i = 0; i < 11; ++i) many.states[0].edges.push_back({{std::uint64_t{1} << i, 0}, 0});
  EXPECT_EQ(repetition_in(many), Repetition::Unknown);
}

}  // namespace
}  // namespace clew
