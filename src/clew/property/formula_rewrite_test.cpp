#include "clew/property/formula_rewrite.hpp"

#include <gtest/gtest.h>

#include "clew/property/formula_test.hpp"

namespace clew {
namespace {

std::string simplified(std::string_view text) {
  auto read = parse_ltl(text, {});
  if (!read.ok()) return read.diagnostics.text();
  ParsedFormula& parsed = read.value();
  return text_of(parsed.formulas, simplify(parsed.formulas, parsed.formula),
                 parsed.proposition_texts());
}

std::string normal(std::string_view text, bool negated) {
  auto read = parse_ltl(text, {});
  if (!read.ok()) return read.diagnostics.text();
  ParsedFormula& parsed = read.value();
  return text_of(parsed.formulas, negation_normal_form(parsed.formulas, parsed.formula, negated),
                 parsed.proposition_texts());
}

TEST(NegationNormalForm, HasNegationsAtPropositionsOnly) {
  EXPECT_EQ(normal("!(a U b && X c)", false), "!a R !b || X !c");
  EXPECT_EQ(normal("G (a -> F b)", true), "F (a && G !b)");
  EXPECT_EQ(normal("a W b || c M d", true), "!a M !b && !c W !d");
  EXPECT_EQ(normal("a <-> b", false), "a && b || !a && !b");
  EXPECT_EQ(normal("a <-> b", true), "a && !b || !a && b");
  EXPECT_EQ(normal("!true || !!a", false), "false || a");
}

TEST(Simplify, KnowsConstants) {
  EXPECT_EQ(simplified("a && true && (b || false)"), "a && b");
  EXPECT_EQ(simplified("a U true && F false || X false"), "false");
  EXPECT_EQ(simplified("true U a"), "F a");
  EXPECT_EQ(simplified("false R a"), "G a");
  EXPECT_EQ(simplified("a W false"), "G a");
  EXPECT_EQ(simplified("a M true"), "F a");
}

TEST(Simplify, SeesTautologiesAndContradictions) {
  for (const char* const text : {"a || !a", "G a -> a", "a -> F a", "a U b -> F b", "F a || G !a",
                                 "a W b || F !a", "(a U b) -> (a W b)"}) {
    EXPECT_EQ(simplified(text), "true") << text;
  }
  for (const char* const text : {"G a && F !a", "a && !a", "G a && X !a", "a U b && G !b"}) {
    EXPECT_EQ(simplified(text), "false") << text;
  }
}

TEST(Simplify, RemovesOperatorsThatSayNothingNew) {
  EXPECT_EQ(simplified("F F a"), "F a");
  EXPECT_EQ(simplified("G G a"), "G a");
  EXPECT_EQ(simplified("F G F a"), "G F a");
  EXPECT_EQ(simplified("G F G a"), "F G a");
  EXPECT_EQ(simplified("X G F a"), "G F a");
  EXPECT_EQ(simplified("a U (a U b)"), "a U b");
  EXPECT_EQ(simplified("(a U b) U b"), "a U b");
  EXPECT_EQ(simplified("a U F b"), "F b");
  EXPECT_EQ(simplified("F (a U b)"), "F b");
  EXPECT_EQ(simplified("G (a R b)"), "G b");
  EXPECT_EQ(simplified("a && (a || b)"), "a");
  EXPECT_EQ(simplified("a && (!a || b)"), "a && b");
}

TEST(Simplify, JoinsOperators) {
  EXPECT_EQ(simplified("F a || F b"), "F (a || b)");
  EXPECT_EQ(simplified("G a && G b"), "G (a && b)");
  EXPECT_EQ(simplified("G F a || G F b"), "G F (a || b)");
  EXPECT_EQ(simplified("F G a && F G b"), "F G (a && b)");
  EXPECT_EQ(simplified("X a && X b"), "X (a && b)");
  EXPECT_EQ(simplified("X a U X b"), "X (a U b)");
  EXPECT_EQ(simplified("F X a"), "X F a");
  EXPECT_EQ(simplified("a U b && c U b"), "(a && c) U b");
  EXPECT_EQ(simplified("a U b || a U c"), "a U (b || c)");
  EXPECT_EQ(simplified("F (a && G F b)"), "G F b && F a");
}

TEST(SplitByCase, DistinguishesTheTruthOfWhatNeverChanges) {
  auto read = parse_ltl("a U (b && X (c W (d && G F e)))", {});
  ASSERT_TRUE(read.ok());
  ParsedFormula& parsed = read.value();
  const FormulaId simple = simplify(parsed.formulas, parsed.formula);
  EXPECT_EQ(
      text_of(parsed.formulas, split_by_case(parsed.formulas, simple), parsed.proposition_texts()),
      "G F e && a U (b && X (c W d)) || F G !e && a U (b && X G c)");
}

}  // namespace
}  // namespace clew
