#include "clew/property/formula_parser.hpp"

#include <gtest/gtest.h>

#include "clew/property/formula_test.hpp"

namespace clew {
namespace {

// --- operators -----------------------------------------------------------------------------------

TEST(FormulaParser, ReadsEverySpellingOfAnOperator) {
  EXPECT_EQ(ltl("!a"), "!a");
  EXPECT_EQ(ltl("~a"), "!a");
  EXPECT_EQ(ltl("not a"), "!a");
  for (const char* const text : {"G a", "[]a", "[] a", "globally a", "always a", "G(a)", "G{a}"}) {
    EXPECT_EQ(ltl(text), "G a") << text;
  }
  for (const char* const text : {"F a", "<>a", "finally a", "eventually (a)"}) {
    EXPECT_EQ(ltl(text), "F a") << text;
  }
  for (const char* const text : {"X a", "next a"}) EXPECT_EQ(ltl(text), "X a") << text;
  for (const char* const text : {"a && b", "a /\\ b", "a and b", "a&&b"}) {
    EXPECT_EQ(ltl(text), "a && b") << text;
  }
  for (const char* const text : {"a || b", "a \\/ b", "a or b", "a||b"}) {
    EXPECT_EQ(ltl(text), "a || b") << text;
  }
  for (const char* const text : {"a -> b", "a implies b", "a imply b", "a->b"}) {
    EXPECT_EQ(ltl(text), "a -> b") << text;
  }
  for (const char* const text : {"a <-> b", "a iff b", "a equivalent b"}) {
    EXPECT_EQ(ltl(text), "a <-> b") << text;
  }
  EXPECT_EQ(ltl("a xor b"), "!(a <-> b)");
  for (const char* const text : {"a U b", "a until b", "a stronguntil b"}) {
    EXPECT_EQ(ltl(text), "a U b") << text;
  }
  for (const char* const text : {"a R b", "a V b", "a release b"}) {
    EXPECT_EQ(ltl(text), "a R b") << text;
  }
  EXPECT_EQ(ltl("a weakuntil b"), "a W b");
  EXPECT_EQ(ltl("a M b"), "a M b");
  EXPECT_EQ(ltl("true || 1 || false || 0"), "true || true || false || false");
}

TEST(FormulaParser, KnowsWhatBindsTighter) {
  EXPECT_EQ(ltl("(a U b) && c"), "a U b && c");
  EXPECT_EQ(ltl("a U (b && c)"), "a U (b && c)");
  EXPECT_EQ(ltl("((a && b) || c) -> d"), "a && b || c -> d");
  EXPECT_EQ(ltl("a && (b || c)"), "a && (b || c)");
  EXPECT_EQ(ltl("(G a) U b"), "G a U b");
  EXPECT_EQ(ltl("G (a U b)"), "G (a U b)");
  EXPECT_EQ(ltl("a U (b U c)"), "a U b U c");
  EXPECT_EQ(ltl("(a U b) U c"), "(a U b) U c");
  EXPECT_EQ(ltl("a R (b W c)"), "a R b W c");
  EXPECT_EQ(ltl("a -> (b -> c)"), "a -> b -> c");
  EXPECT_EQ(ltl("(a -> b) -> c"), "(a -> b) -> c");
  EXPECT_EQ(ltl("(a <-> b) <-> c"), "a <-> b <-> c");
  EXPECT_EQ(ltl("a <-> (b <-> c)"), "a <-> (b <-> c)");
  EXPECT_EQ(ltl("! (X (F a))"), "!X F a");
}

// --- propositions --------------------------------------------------------------------------------

TEST(FormulaParser, TakesTheLongestRunOfValuesAsAProposition) {
  EXPECT_EQ(propositions_of("x + 1 == 3 && y"), "[x + 1 == 3] [y]");
  EXPECT_EQ(propositions_of("G P_0.wait -> F P_0.CS"), "[P_0.wait] [P_0.CS]");
  EXPECT_EQ(propositions_of("a[1] U a[i + 1][2].x"), "[a[1]] [a[i + 1][2].x]");
  EXPECT_EQ(propositions_of("len(q) < 3 || P[0]@crit && P:x != -1"),
            "[len(q) < 3] [P[0]@crit] [P:x != -1]");
  EXPECT_EQ(propositions_of("-x < ~y & 3 U 1 == z"), "[-x < ~y & 3] [1 == z]");
  EXPECT_EQ(propositions_of("[] x<>1"), R"(formula:1:5: error: expected an operator, found '<>'
    1 | [] x<>1
      |     ^~
)");
}

TEST(FormulaParser, ReadsBracesAsOneProposition) {
  EXPECT_EQ(propositions_of("G { a and X == 1 } -> F {b  ||\n c}"), "[a and X == 1] [b || c]");
  EXPECT_EQ(ltl("G { a and X == 1 }"), "G {a and X == 1}");
  EXPECT_EQ(propositions_of("{f{1}}"), "[f{1}]");
}

TEST(FormulaParser, BacksUpFromAGroupThatIsComparedWithSomething) {
  EXPECT_EQ(propositions_of("(x + 1) == 2 && (y)"), "[(x + 1) == 2] [y]");
  EXPECT_EQ(propositions_of("(a && b) == c || (d == e)"), "[(a && b) == c] [d == e]");
  EXPECT_EQ(propositions_of("((x)) * (y - 1) > 2"), "[((x)) * (y - 1) > 2]");
  EXPECT_EQ(
      ltl("(G a) == b"),
      R"(formula:1:2: error: a value that is part of a proposition cannot contain the operator 'G'
    1 | (G a) == b
      |  ^
help: formulas are compared with '<->'
)");
}

TEST(FormulaParser, ReadsAnArrowInsideAProcess) {
  FormulaOptions options;
  options.is_process = [](std::string_view name) { return name == "P"; };
  EXPECT_EQ(propositions_of("G P->x == 1", options), "[P->x == 1]");
  EXPECT_EQ(propositions_of("P -> x == 1", options), "[P] [x == 1]");
  EXPECT_EQ(propositions_of("Q->x == 1", options), "[Q] [x == 1]");
  EXPECT_EQ(propositions_of("P->x == 1"), "[P] [x == 1]");
}

TEST(FormulaParser, KeepsEachPropositionOnceWithItsFirstPlace) {
  const auto read = parse_ltl("G (x==1 -> F {x == 1}) && y U x == 1", {});
  ASSERT_TRUE(read.ok());
  const std::vector<WrittenProposition> expected = {{"x==1", 3, 4}, {"y", 26, 1}};
  EXPECT_EQ(read.value().propositions, expected);
}

TEST(FormulaParser, TakesWordsThatOnlyLookLikeOperatorsAsNames) {
  EXPECT_EQ(propositions_of("Fa && Gx && P.X && X1 && EX && A && nota"),
            "[Fa] [Gx] [P.X] [X1] [EX] [A] [nota]");
}

TEST(FormulaParser, FillsInDefinitions) {
  FormulaOptions options;
  options.definitions = {{"busy", "(P.CS)"}, {"n", "x + 1"}, {"both", "busy && n == 2"}};
  EXPECT_EQ(propositions_of("G (busy -> n == 1) && both && P.busy", options),
            "[P.CS] [(x + 1) == 1] [(P.CS) && (x + 1) == 2] [P.busy]");
  options.definitions = {{"one", "(x   ==  1)"}};
  EXPECT_EQ(propositions_of("F one && G {x ==   1}", options), "[x == 1]");
  options.definitions = {{"a", "b + 1"}, {"b", "a"}};
  EXPECT_EQ(ltl("F a", options), R"(formula:1:3: error: the definition of 'b' needs itself
    1 | F a
      |   ^
)");
}

// --- errors --------------------------------------------------------------------------------------

TEST(FormulaParser, SaysWhatIsMissing) {
  EXPECT_EQ(ltl(""), "formula:1:1: error: the formula is empty\n");
  EXPECT_EQ(ltl("G (a -> )"), R"(formula:1:9: error: expected a formula, found ')'
    1 | G (a -> )
      |         ^
)");
  EXPECT_EQ(ltl("a U"), R"(formula:1:4: error: expected a formula, found the end
    1 | a U
      |    ^
)");
  EXPECT_EQ(ltl("G (a && b"), R"(formula:1:3: error: '(' is never closed
    1 | G (a && b
      |   ^
)");
  EXPECT_EQ(ltl("a && b)"), R"(formula:1:7: error: ')' closes nothing
    1 | a && b)
      |       ^
)");
  EXPECT_EQ(ltl("x == && y"), R"(formula:1:6: error: expected a value after '==', found '&&'
    1 | x == && y
      |      ^~
)");
  EXPECT_EQ(ltl("F { }"), R"(formula:1:3: error: expected a proposition between the braces
    1 | F { }
      |   ^~~
)");
  EXPECT_EQ(ltl("F {a"), R"(formula:1:3: error: '{' is never closed
    1 | F {a
      |   ^
)");
  EXPECT_EQ(ltl("F a[1"), R"(formula:1:4: error: '[' is never closed
    1 | F a[1
      |    ^
)");
}

TEST(FormulaParser, HelpsWithWhatPeopleWriteElsewhere) {
  EXPECT_EQ(ltl("GF a"), ltl("G F a"));
  EXPECT_EQ(ltl("FGX {a} -> XX!b"), ltl("F G X a -> X X !b"));
  EXPECT_EQ(ltl("GF && a"), ltl("{GF} && a"));  // a name: no operand follows
  EXPECT_EQ(ltl("AG a"), R"(formula:1:4: error: expected an operator, found 'a'
    1 | AG a
      |    ^
help: 'AG' is an operator of CTL only
)");
  EXPECT_EQ(ltl("a => b"), R"(formula:1:3: error: '=>' is no operator
    1 | a => b
      |   ^~
help: implication is written '->'
)");
  EXPECT_EQ(ltl("x = 1"), R"(formula:1:3: error: '=' is no operator
    1 | x = 1
      |   ^
help: equality is written '=='
)");
  EXPECT_EQ(ltl("F X == 1"), R"(formula:1:5: error: expected a formula, found '=='
    1 | F X == 1
      |     ^~
help: 'X' is an operator; as a name it goes into braces: '{X == ...}'
)");
  EXPECT_EQ(ltl("y == X"),
            R"(formula:1:6: error: expected a value after '==', found the operator 'X'
    1 | y == X
      |      ^
help: a name that is also an operator goes into braces, with all of its proposition
)");
  EXPECT_EQ(ltl("F \"a\""), R"(formula:1:3: error: unexpected '"'
    1 | F "a"
      |   ^
formula:1:5: error: unexpected '"'
    1 | F "a"
      |     ^
)");
}

TEST(FormulaParser, FindsAllIndependentErrors) {
  EXPECT_EQ(ltl("G (a b) && (c U ) -> d e"), R"(formula:1:6: error: expected an operator, found 'b'
    1 | G (a b) && (c U ) -> d e
      |      ^
formula:1:17: error: expected a formula, found ')'
    1 | G (a b) && (c U ) -> d e
      |                 ^
formula:1:24: error: expected an operator, found 'e'
    1 | G (a b) && (c U ) -> d e
      |                        ^
)");
}

TEST(FormulaParser, RefusesWhatIsNestedTooDeeply) {
  const std::string expected = "formula:1:502: error: the formula is nested more than 500 times\n";
  EXPECT_EQ(ltl(std::string(100000, '(') + "a").substr(0, expected.size()), expected);
  EXPECT_EQ(ltl(std::string(100000, '!') + "a").substr(0, expected.size()), expected);
  std::string chain = "a";
  for (int i = 0; i < 100000; ++i) chain += " && a";
  EXPECT_TRUE(parse_ltl(chain, {}).ok());
  for (const char* const op : {" -> a", " U a", " <-> a", " -", "[", " <", " F"}) {
    std::string text = "a";
    for (int i = 0; i < 100000; ++i) text += op;
    EXPECT_FALSE(parse_ltl(text, {}).ok()) << op;
  }
}

// --- CTL -----------------------------------------------------------------------------------------

TEST(CtlParser, ReadsQuantifiersInEverySpelling) {
  EXPECT_EQ(ctl("AG (a -> EF b)"), "AG (a -> EF b)");
  EXPECT_EQ(ctl("A G (a -> E F b)"), "AG (a -> EF b)");
  EXPECT_EQ(ctl("A[]a && E<>b && EX c && A X c"), "AG a && EF b && EX c && AX c");
  EXPECT_EQ(ctl("E[a U b] || A (a U b)"), "E[a U b] || A[a U b]");
  EXPECT_EQ(ctl("E[a R AG b] && A[a W b] && E(a M b)"), "E[a R AG b] && A[a W b] && E[a M b]");
  EXPECT_EQ(ctl("!EG !x == 1"), "!EG !(x == 1)");
  EXPECT_EQ(ctl("a && P.E && {E}"), "a && P.E && {E}");
}

TEST(CtlParser, RefusesWhatOnlyCtlStarCanSay) {
  EXPECT_EQ(ctl("AG F a"),
            R"(formula:1:4: error: this is no formula of CTL: the operator 'F' does )"
            R"(not stand directly under a quantifier
    1 | AG F a
      |    ^
)");
  EXPECT_EQ(ctl("E (F a && G b)"),
            R"(formula:1:1: error: this is no formula of CTL: the )"
            R"(quantifier 'E' does not stand directly before a temporal operator
    1 | E (F a && G b)
      | ^
)");
  EXPECT_EQ(ctl("a U b"), R"(formula:1:3: error: this is no formula of CTL: the operator 'U' does )"
                          R"(not stand directly under a quantifier
    1 | a U b
      |   ^
)");
}

TEST(FormulaParser, InstancesOfTemplatesAreProcesses) {
  FormulaOptions options;
  options.is_process = [](std::string_view name) { return name.starts_with("a("); };
  EXPECT_EQ(propositions_of("G (a(1)->x > 2 && b(3)) -> a(i+1).cs", options),
            "[a(1)->x > 2] [b(3)] [a(i+1).cs]");
  EXPECT_EQ(ltl("b(1)->x", options), "b(1) -> x");
}

TEST(FormulaParser, InLtsminsSyntaxUntilBindsWeakest) {
  FormulaOptions options;
  options.precedence = FormulaPrecedence::Ltsmin;
  EXPECT_EQ(ltl("a && b U c -> d", options), "(a && b) U (c -> d)");
  EXPECT_EQ(ltl("a -> b <-> c || d", options), "a -> (b <-> c || d)");
  EXPECT_EQ(ltl("a -> b -> c", options), "(a -> b) -> c");
  EXPECT_EQ(ltl("a U b U c", options), "(a U b) U c");
  EXPECT_EQ(ltl("a && b U c -> d"), "a && b U c -> d");
  EXPECT_EQ(ltl("(a && (b U c)) -> d"), "a && b U c -> d");
}

}  // namespace
}  // namespace clew
