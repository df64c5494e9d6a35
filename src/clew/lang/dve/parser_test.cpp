#include "clew/lang/dve/parser.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "clew/lang/dve/said_test.hpp"
#include "clew/model/print.hpp"

namespace clew::dve {
namespace {

TEST(DveParser, SaysThatAFileIsEmpty) {
  EXPECT_EQ(said_of_invalid(R"()"),
            R"(m.dve:1:1: error: the file is empty: expected a DVE model
)");
}

TEST(DveParser, SaysThatAFileWithoutTokensIsEmpty) {
  EXPECT_EQ(said_of_invalid(R"(// nothing

/* at all */
)"),
            R"(m.dve:1:1: error: the file is empty: expected a DVE model
    1 | // nothing
      | ^
)");
}

TEST(DveParser, WantsProcessesBeforeTheSystemLine) {
  EXPECT_EQ(said_of_invalid(R"(byte x;
system async;
)"),
            R"(m.dve:2:1: error: the model has no process
    2 | system async;
      | ^~~~~~~~~~~~~
)");
}

TEST(DveParser, WantsASystemLine) {
  EXPECT_EQ(said_of_invalid(R"(process P { state q; init q; }
)"),
            R"(m.dve:2:1: error: expected 'process' or 'system', found the end of the file
)");
}

TEST(DveParser, WantsNothingBehindTheSystemLine) {
  EXPECT_EQ(
      said_of_invalid(R"(process P { state q; init q; }
system async;
system sync;
)"),
      R"(m.dve:3:1: error: expected the end of the file after the system line, found the keyword 'system'
    3 | system sync;
      | ^~~~~~
)");
}

TEST(DveParser, ReadsWhatLaterReleasesOfDivineAllow) {
  EXPECT_EQ(said_of_valid(R"(process P {
  init q;
  accept q;
  state q, r;
  trans q -> r { guard x == 0, x < 1; } r -> q { }
}
byte x;
process Q { state q; init q; trans q -> q { effect x = 0; }, q -> q { } -> q { }; }
system async property P;
)"),
            "");
}

TEST(DveParser, TakesTheFirstOfSeveralInitialStates) {
  EXPECT_EQ(said_of_valid(R"(process Q { state q, r; init q, r; trans q -> r { }, r -> q { }; }
system async;
)"),
            R"(m.dve:1:33: warning: a process has one initial state: 'q' of this list
    1 | process Q { state q, r; init q, r; trans q -> r { }, r -> q { }; }
      |                                 ^
)");
}

TEST(DveParser, WantsOneInitialState) {
  EXPECT_EQ(said_of_invalid(R"(process P { state q, r; }
process Q { state q, r; init q, r; }
process R { state q; init q; init q; }
system async;
)"),
            R"(m.dve:1:9: error: process 'P' has no initial state
    1 | process P { state q, r; }
      |         ^
help: write 'init NAME;' after the states
m.dve:3:30: error: process 'R' has a second 'init' list
    3 | process R { state q; init q; init q; }
      |                              ^~~~
)");
}

TEST(DveParser, WantsEachListOnce) {
  EXPECT_EQ(
      said_of_invalid(R"(process P { state q; commit q; init q; accept q; commit q; accept q; }
system async;
)"),
      R"(m.dve:1:50: error: process 'P' has a second 'commit' list
    1 | process P { state q; commit q; init q; accept q; commit q; accept q; }
      |                                                  ^~~~~~
m.dve:1:60: error: process 'P' has a second 'accept' list
    1 | process P { state q; commit q; init q; accept q; commit q; accept q; }
      |                                                            ^~~~~~
)");
}

TEST(DveParser, ReportsEveryBadTransition) {
  EXPECT_EQ(said_of_invalid(R"(byte x;
process P {
  state q;
  init q;
  trans
    q -> q { guard x = 1; },
    q -> q { effect x == 1; },
    q -> q { effect x = 1; guard x == 2; },
    q -> q { sync 1!; },
    q => q { },
    q -> q { };
}
process Q { state q; init q; }
system async;
)"),
            R"(m.dve:6:22: error: expected ';' after the guard, found '='
    6 |     q -> q { guard x = 1; },
      |                      ^
help: equality is written '=='
m.dve:7:23: error: expected '=' after the variable, found '=='
    7 |     q -> q { effect x == 1; },
      |                       ^~
m.dve:8:28: error: the parts of a transition are 'guard', 'sync', 'effect', in this order, )"
            R"(each at most once
    8 |     q -> q { effect x = 1; guard x == 2; },
      |                            ^~~~~
m.dve:9:19: error: expected the name of a channel, found the number 1
    9 |     q -> q { sync 1!; },
      |                   ^
m.dve:10:7: error: probabilistic transitions are not part of DVE as Clew reads it
   10 |     q => q { },
      |       ^~
)");
}

TEST(DveParser, ReportsEveryBadDeclaration) {
  EXPECT_EQ(said_of_invalid(R"(byte 1;
int = 2;
byte x
int y;
channel {bit} c[1];
channel d[2];
channel {byte} e;
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:6: error: expected the name of a variable, found the number 1
    1 | byte 1;
      |      ^
m.dve:2:5: error: expected the name of a variable, found '='
    2 | int = 2;
      |     ^
m.dve:3:7: error: expected ';' after the declaration, found the keyword 'int'
    3 | byte x
      |       ^
m.dve:5:10: error: expected a type: )"
            R"('byte', 'int', 'bool', 'int16', 'uint16', 'int32', 'uint32' or 'int<low..high>', found 'bit'
    5 | channel {bit} c[1];
      |          ^~~
m.dve:6:10: error: an untyped channel has no buffer
    6 | channel d[2];
      |          ^
help: write 'channel {byte} name[size];'
)");
}

TEST(DveParser, ReportsBadProcessesOneByOne) {
  EXPECT_EQ(said_of_invalid(R"(process P { state ; }
process Q { byte x }
process R { init q; }
process S { channel c; state q; init q; }
process T { state q; init q; }
system async;
)"),
            R"(m.dve:1:19: error: expected the name of a state, found ';'
    1 | process P { state ; }
      |                   ^
m.dve:2:20: error: expected ';' after the declaration, found '}'
    2 | process Q { byte x }
      |                    ^
m.dve:3:9: error: process 'R' has no states
    3 | process R { init q; }
      |         ^
help: write 'state NAME, NAME;' first
)");
}

TEST(DveParser, WantsTheFirstTransitionToNameItsSource) {
  EXPECT_EQ(said_of_invalid(R"(process P { state q; init q; trans -> q { }; }
process Q { state q; init q; }
system async;
)"),
            R"(m.dve:1:36: error: the first transition must name its source state
    1 | process P { state q; init q; trans -> q { }; }
      |                                    ^~
)");
}

TEST(DveParser, RefusesNumbersBeyond32Bits) {
  EXPECT_EQ(said_of_invalid(R"(int x;
process P { state q; init q; trans q -> q { guard x == 2147483648 or x == 2147483647; }; }
system async;
)"),
            R"(m.dve:2:56: error: the number is too large: at most 2147483647 is possible
    2 | process P { state q; init q; trans q -> q { guard x == 2147483648 or x == 2147483647; }; }
      |                                                        ^~~~~~~~~~
)");
}

// --- precedence: the tree, read back with parentheses

std::string tree(const std::string& text) {
  Model model = std::move(read_text("int a, b, c, d, v[4]; process P { state q; init q; }\n"
                                    "system async;\n")
                              .value());
  const ReadResult<ExprId> result = read_expression(model, text);
  return result.ok() ? text_of(model, result.value()) : result.diagnostics.text();
}

TEST(DvePrecedence, EveryLevelBindsTighterThanTheOneBefore) {
  EXPECT_EQ(tree("a imply b or c"), "a imply (b or c)");
  EXPECT_EQ(tree("a or b | c"), "a or (b | c)");
  EXPECT_EQ(tree("a | b == c"), "a | (b == c)");
  EXPECT_EQ(tree("a == b < c"), "a == (b < c)");
  EXPECT_EQ(tree("a < b << c"), "a < (b << c)");
  EXPECT_EQ(tree("a << b + c"), "a << (b + c)");
  EXPECT_EQ(tree("a + b * c"), "a + (b * c)");
  EXPECT_EQ(tree("a * - b"), "a * (-b)");
  EXPECT_EQ(tree("- v[a + 1]"), "-v[a + 1]");
  EXPECT_EQ(tree("a imply b or c | d == a < b << c + d * ~a"),
            "a imply (b or (c | (d == (a < (b << (c + (d * (~a))))))))");
  EXPECT_EQ(tree("~a * b + c << d < a == b | c or d imply a"),
            "((((((((~a) * b) + c) << d) < a) == b) | c) or d) imply a");
}

TEST(DvePrecedence, AndAndOrShareALevel) {
  EXPECT_EQ(tree("a or b and c"), "(a or b) and c");
  EXPECT_EQ(tree("a and b or c"), "(a and b) or c");
  EXPECT_EQ(tree("a || b && c"), "(a or b) and c");
}

TEST(DvePrecedence, TheBitOperatorsShareALevel) {
  EXPECT_EQ(tree("a | b & c ^ d"), "((a | b) & c) ^ d");
  EXPECT_EQ(tree("a & b | c"), "(a & b) | c");
}

TEST(DvePrecedence, ComparisonsShareTwoLevels) {
  EXPECT_EQ(tree("a == b != c"), "(a == b) != c");
  EXPECT_EQ(tree("a < b <= c > d >= a"), "(((a < b) <= c) > d) >= a");
  EXPECT_EQ(tree("a < b == c < d"), "(a < b) == (c < d)");
}

TEST(DvePrecedence, EverythingAssociatesToTheLeft) {
  EXPECT_EQ(tree("a imply b imply c"), "(a imply b) imply c");
  EXPECT_EQ(tree("a - b + c - d"), "((a - b) + c) - d");
  EXPECT_EQ(tree("a / b * c % d"), "((a / b) * c) % d");
  EXPECT_EQ(tree("a << b >> c"), "(a << b) >> c");
}

TEST(DvePrecedence, UnaryOperatorsBindTighterThanAllOthers) {
  EXPECT_EQ(tree("not a == b"), "(not a) == b");
  EXPECT_EQ(tree("!a and !b"), "(not a) and (not b)");
  EXPECT_EQ(tree("- - a"), "-(-a)");
  EXPECT_EQ(tree("not ~ - a"), "not (~(-a))");
  EXPECT_EQ(tree("-a - -b"), "(-a) - (-b)");
}

TEST(DvePrecedence, ParenthesesComeFirst) {
  EXPECT_EQ(tree("(a or b) and c"), "(a or b) and c");
  EXPECT_EQ(tree("a or (b and c)"), "a or (b and c)");
  EXPECT_EQ(tree("((a)) * (b + c)"), "a * (b + c)");
}

TEST(DvePrecedence, TrueAndFalseAreOneAndZero) { EXPECT_EQ(tree("true - false"), "1 - 0"); }

// --- depth

std::string model_with_guard(const std::string& guard) {
  return "byte x; process P { state q; init q; trans q -> q { guard " + guard +
         "; }; } system async;";
}

std::string repeated(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(DveParser, ReadsDeepExpressionsUpToALimit) {
  for (const auto& [opening, closing] :
       {std::pair{"(", ")"}, std::pair{"-", ""}, std::pair{"x+", ""}, std::pair{"x*(", ")"}}) {
    const auto nested = [&, open = std::string(opening),
                         close = std::string(closing)](std::size_t depth) {
      return model_with_guard(repeated(depth, open) + "x" + repeated(depth, close));
    };
    EXPECT_TRUE(read_text(nested(400)).ok()) << opening;
    const std::string said = said_of_invalid(nested(100'000));
    EXPECT_NE(said.find("error: the expression is nested more than "), std::string::npos) << said;
    EXPECT_EQ(read_text(nested(100'000)).diagnostics.items().size(), 1U) << opening;
  }
}

// --- the text of an action

TEST(DveParser, KeepsTheTextOfATransitionWithoutCommentsAndExtraBlanks) {
  const ReadResult<Model> result = read_text(
      "byte x;\nprocess P { state q; init q;\n  trans q -> q {  guard x\n\t== 1; // why\n"
      "  /* how */ effect  x=2 ; }, q -> q { /**/ }; }\nsystem async;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  EXPECT_EQ(result.value().actions[ActionId{0}].text, "guard x == 1; effect x=2 ;");
  EXPECT_EQ(result.value().actions[ActionId{1}].text, "");
}

TEST(DveParser, ATransitionWithoutSourceTakesThatOfTheOneBefore) {
  const ReadResult<Model> result = read_text(
      "process P { state a, b; init a; trans b -> a { }, -> b { }, a -> b { }, -> a { }; }\n"
      "system async;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  std::string moves;
  for (const Action& action : result.value().actions) {
    moves += text_of(result.value(), action) + "\n";
  }
  EXPECT_EQ(moves, "b -> a { }\nb -> b { }\na -> b { }\na -> a { }\n");
}

}  // namespace
}  // namespace clew::dve
