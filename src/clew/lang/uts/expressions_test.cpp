#include "clew/lang/uts/expressions.hpp"

#include "clew/lang/uts/said_test.hpp"
#include "clew/model/print.hpp"

namespace clew::uts {
namespace {

constexpr const char* script =
    "VARS: const int N = 3; const bool YES = true; int x : 0..9; int y : 0..9; bool b; bool c; int "
    "a[3] : 0..9;\n"
    "TRANS: x = 1;\n";

// The expression as the model has it, all parentheses written, or what is wrong with it.
std::string read_as(const std::string& text) {
  Model model = model_of(script);
  const ReadResult<ExprId> read = read_expression(model, text);
  return read.ok() ? text_of(model, read.value()) : read.diagnostics.text();
}

TEST(UtsExpressions, HaveThePrecedenceOfThePage) {
  EXPECT_EQ(read_as("x + y * 2 == 7"), "(x + (y * 2)) == 7");
  EXPECT_EQ(read_as("x - y - 1 < 3"), "((x - y) - 1) < 3");
  EXPECT_EQ(read_as("b | c & x == 1"), "b or (c and (x == 1))");
  EXPECT_EQ(read_as("b || c && x == 1"), "b or (c and (x == 1))");
  EXPECT_EQ(read_as("b -> c -> x == 1"), "b imply (c imply (x == 1))");
  EXPECT_EQ(read_as("!b == c"), "(not b) == c");
  EXPECT_EQ(read_as("x < 3 == b"), "(x < 3) == b");
  EXPECT_EQ(read_as("-x * 2 < 3"), "((-x) * 2) < 3");
}

TEST(UtsExpressions, ComputeConstantsAtOnce) {
  EXPECT_EQ(read_as("x == N * 2 - 1"), "x == 5");
  EXPECT_EQ(read_as("x == -7 / 2 | x == -7 % 2"), "(x == (-3)) or (x == (-1))");
  EXPECT_EQ(read_as("YES & b"), "b");
  EXPECT_EQ(read_as("b & !YES"), "0");
  EXPECT_EQ(read_as("N == 3 | x / y == 1"), "1");
}

TEST(UtsExpressions, HaveNumbersOf32Bits) {
  EXPECT_EQ(read_as("x > -2147483648"), "x > (-2147483647 - 1)");
  EXPECT_EQ(
      read_as("x > 2 * - 2147483648"),
      "expression:1:5: error: '2 * - 2147483648' can be as small as -4294967296: numbers have "
      "32 bits\n"
      "    1 | x > 2 * - 2147483648\n"
      "      |     ^~~~~~~~~~~~~~~~\n");
  EXPECT_EQ(read_as("x < --2147483648"),
            "expression:1:5: error: '--2147483648' can be as large as 2147483648: numbers have 32 "
            "bits\n"
            "    1 | x < --2147483648\n"
            "      |     ^~~~~~~~~~~~\n");
  EXPECT_EQ(read_as("x > x -2147483648"),
            "expression:1:8: error: the number is too large: at most 2147483647 is possible\n"
            "    1 | x > x -2147483648\n"
            "      |        ^~~~~~~~~~\n");
}

TEST(UtsExpressions, QuantifyOverIndices) {
  EXPECT_EQ(read_as("all i in 0..2 (a[i] == i)"), "((a[0] == 0) and (a[1] == 1)) and (a[2] == 2)");
  EXPECT_EQ(read_as("some i in 0..N-1 (i < N-1 & a[i] > a[i+1])"),
            "(a[0] > a[1]) or (a[1] > a[2])");
  EXPECT_EQ(read_as("all i in 1..0 (b)"), "1");
  EXPECT_EQ(read_as("some i in 1..0 (b)"), "0");
}

TEST(UtsExpressions, OfTheCommandLineAreConditions) {
  EXPECT_EQ(read_as("x + 1"),
            "expression:1:1: error: expected a condition, found the number 'x + 1'\n"
            "    1 | x + 1\n"
            "      | ^~~~~\n");
  EXPECT_EQ(read_as("x = 1"),
            "expression:1:3: error: expected the end of the expression, found '='\n"
            "    1 | x = 1\n"
            "      |   ^\n"
            "help: equality is written '=='\n");
  EXPECT_EQ(read_as(""),
            "expression:1:1: error: expected an expression, found the end of the expression\n");
}

TEST(UtsExpressions, OfTheCommandLineDoNotReadInputs) {
  Model model = model_of("VARS: int x : 0..9; nondet int n : 0..3;\nTRANS: x = n;\n");
  EXPECT_EQ(read_expression(model, "x == n").diagnostics.text(),
            "expression:1:1: error: 'n' is nondet: it is no part of a state\n"
            "    1 | x == n\n"
            "      | ^~~~~~\n"
            "help: only the goals 'REACH' and 'SAFE' of a script may read it\n");
}

TEST(UtsDefinitions, ReplaceTheValuesOfConstants) {
  const auto value_of = [](const std::map<std::string, std::string>& definitions) {
    const auto read = uts::read({"m.uts", script, definitions});
    return read.ok() ? std::to_string(read.value().constants.find("N")->initial.front()) +
                           std::to_string(read.value().constants.find("YES")->initial.front())
                     : read.diagnostics.text();
  };
  EXPECT_EQ(value_of({}), "31");
  EXPECT_EQ(value_of({{"N", "-7"}, {"YES", "false"}}), "-70");
  EXPECT_EQ(
      value_of({{"N", "true"}}),
      "m.uts:1:17: error: -D N=true: expected a number in -2147483648..2147483647\n"
      "    1 | VARS: const int N = 3; const bool YES = true; int x : 0..9; int y : 0..9; bool "
      "b; bool c; int a[3] : 0..9;\n"
      "      |                 ^\n");
  EXPECT_EQ(value_of({{"M", "1"}, {"x", "1"}}),
            "m.uts: error: -D M=1: the script has no constant 'M'\n"
            "m.uts: error: -D x=1: the script has no constant 'x'\n");
}

}  // namespace
}  // namespace clew::uts
