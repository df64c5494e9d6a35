#include "clew/property/ctl_formula.hpp"

#include <gtest/gtest.h>

#include "clew/property/formula_parser.hpp"

namespace clew {
namespace {

CtlFormula ctl(const std::string& text) {
  auto parsed = parse_ctl(text, {});
  EXPECT_TRUE(parsed.ok()) << parsed.diagnostics.text();
  CtlFormula made;
  made.formula = parsed.value().formula;
  made.propositions = parsed.value().proposition_texts();
  made.formulas = std::move(parsed.value().formulas);
  return made;
}

TEST(CtlFormula, AsksForExistenceIfAllOutermostQuantifiersDo) {
  for (const char* text : {"EF a", "!AG a", "!!EG a", "EF a && EX b", "a && E[a U b]",
                           "AG a -> EF b", "!(AG a || AF b)", "EF AG a"}) {
    EXPECT_TRUE(asks_existence(ctl(text))) << text;
  }
  for (const char* text :
       {"AG a", "!EF a", "a", "AG EF a", "EF a && AG b", "EF a -> EF b", "EF a <-> b", "true"}) {
    EXPECT_FALSE(asks_existence(ctl(text))) << text;
  }
}

std::string reach_text(const std::string& text) {
  const CtlFormula formula = ctl(text);
  const auto question = reach_question(formula);
  if (!question) return "none";
  return formula.text_of_part(question->operand) + (question->wanted ? " true" : " false") +
         (question->decides_true ? ": true" : ": false");
}

TEST(CtlFormula, KnowsWhatOneStateDecides) {
  EXPECT_EQ(reach_text("EF a"), "a true: true");
  EXPECT_EQ(reach_text("AG (a || b)"), "a || b false: false");
  EXPECT_EQ(reach_text("!EF a"), "a true: false");
  EXPECT_EQ(reach_text("!!!AG a"), "a false: true");
  EXPECT_EQ(reach_text("EG a"), "none");
  EXPECT_EQ(reach_text("AG EF a"), "none");
  EXPECT_EQ(reach_text("EF a && EF b"), "none");
}

std::string terminal_text(const std::string& text) {
  const CtlFormula formula = ctl(text);
  const auto question = terminal_question(formula);
  if (!question) return "none";
  return formula.text_of_part(question->operand) + (question->wanted ? " true" : " false") +
         (question->decides_true ? ": true" : ": false");
}

TEST(CtlFormula, KnowsWhatOneTerminalComponentDecides) {
  EXPECT_EQ(terminal_text("AG EF a"), "a false: false");
  EXPECT_EQ(terminal_text("EF AG a"), "a true: true");
  EXPECT_EQ(terminal_text("!EF !EF a"), "a false: false");
  EXPECT_EQ(terminal_text("AG !AG !a"), "!a true: false");
  EXPECT_EQ(terminal_text("!AG EF a"), "a false: true");
  EXPECT_EQ(terminal_text("AG AF a"), "none");
  EXPECT_EQ(terminal_text("EF EF a"), "none");
  EXPECT_EQ(terminal_text("AG EF AG a"), "none");
}

std::string lasso_text(const std::string& text) {
  const CtlFormula formula = ctl(text);
  const auto question = lasso_question(formula);
  if (!question) return "none";
  return formula.text_of_part(question->operand) + (question->wanted ? " true" : " false") +
         (question->decides_true ? ": true" : ": false");
}

TEST(CtlFormula, KnowsWhatOneLassoDecides) {
  EXPECT_EQ(lasso_text("EG a"), "a true: true");
  EXPECT_EQ(lasso_text("AF a"), "a false: false");
  EXPECT_EQ(lasso_text("!EG !a"), "!a true: false");
  EXPECT_EQ(lasso_text("!AF (a && b)"), "a && b false: true");
  EXPECT_EQ(lasso_text("AF AG a"), "none");
  EXPECT_EQ(lasso_text("AG a"), "none");
}

// Proposition 0 is the lowest bit.
TEST(CtlHorizon, EndsWhereTheLabelsSayAll) {
  const CtlFormula until = ctl("E[a U b]");
  const CtlHorizon horizon(until);
  EXPECT_TRUE(horizon.is_closed(0b00));
  EXPECT_FALSE(horizon.is_closed(0b01));
  EXPECT_TRUE(horizon.is_closed(0b10));
  EXPECT_TRUE(horizon.is_decisive(0b10));
  EXPECT_FALSE(horizon.is_decisive(0b00));

  const CtlFormula release = ctl("A[a R b]");
  EXPECT_TRUE(CtlHorizon(release).is_decisive(0b01));
  EXPECT_TRUE(CtlHorizon(release).is_closed(0b11));
  EXPECT_FALSE(CtlHorizon(release).is_decisive(0b11));
  EXPECT_FALSE(CtlHorizon(release).is_closed(0b10));

  const CtlFormula nested = ctl("AG (a -> AF b)");
  EXPECT_FALSE(CtlHorizon(nested).is_closed(0b10));
  EXPECT_FALSE(CtlHorizon(nested).is_decisive(0b11));
}

TEST(CtlHorizon, IsAsDeepAsTheNexts) {
  EXPECT_EQ(CtlHorizon(ctl("a")).level_max(), 0U);
  EXPECT_EQ(CtlHorizon(ctl("EX (a && AX b)")).level_max(), 2U);
  EXPECT_EQ(CtlHorizon(ctl("EX EF b")).level_max(), ~std::uint64_t{0});
}

}  // namespace
}  // namespace clew
