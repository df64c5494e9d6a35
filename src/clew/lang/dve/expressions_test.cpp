#include "clew/lang/dve/expressions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "clew/lang/dve/dve.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"

namespace clew::dve {
namespace {

Model sample() {
  ReadResult<Model> result = read({"m.dve",
                                   "const byte SIZE = 2;\n"
                                   "byte turn = 1, flag[2] = { 0, 5 };\n"
                                   "channel c;\n"
                                   "process Left {\n"
                                   "  const byte K = 9, T[2] = { 1, 2 };\n"
                                   "  byte x = 3; int v[2] = { -1, -2 };\n"
                                   "  state idle, waiting; init waiting;\n"
                                   "  trans idle -> idle { sync c!1; };\n"
                                   "}\n"
                                   "process Watch { byte seen = 4; state w; init w; }\n"
                                   "system async property Watch;\n",
                                   {}});
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  return std::move(result.value());
}

// The value in the initial state.
Value value_of(const std::string& text) {
  Model model = sample();
  const ReadResult<ExprId> result = read_expression(model, text);
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  if (!result.ok()) return 0;
  const Interpreter judge(model);
  const Evaluation evaluation = judge.evaluate(result.value(), judge.initial_state());
  EXPECT_FALSE(evaluation.error.has_value());
  return evaluation.value;
}

std::string said_about(const std::string& text) {
  Model model = sample();
  const ReadResult<ExprId> result = read_expression(model, text);
  EXPECT_FALSE(result.ok());
  return result.diagnostics.text();
}

TEST(DvePropertyExpression, ReadsGlobalsAndConstants) {
  EXPECT_EQ(value_of("turn"), 1);
  EXPECT_EQ(value_of("flag[turn]"), 5);
  EXPECT_EQ(value_of("SIZE * 2 == 4 and true"), 1);
}

TEST(DvePropertyExpression, LooksIntoEveryProcess) {
  EXPECT_EQ(value_of("Left.waiting"), 1);
  EXPECT_EQ(value_of("Left.idle"), 0);
  EXPECT_EQ(value_of("Left->x"), 3);
  EXPECT_EQ(value_of("Left->v[turn]"), -2);
}

TEST(DvePropertyExpression, DoesNotLookIntoThePropertyProcess) {
  EXPECT_EQ(
      said_about("Watch.w and Watch->seen == 4"),
      "expression:1:1: error: 'Watch' is the property process, it is not part of the system\n"
      "    1 | Watch.w and Watch->seen == 4\n"
      "      | ^~~~~\n"
      "expression:1:13: error: 'Watch' is the property process, it is not part of the system\n"
      "    1 | Watch.w and Watch->seen == 4\n"
      "      |             ^~~~~\n");
}

TEST(DvePropertyExpression, LooksAtLocalConstants) {
  EXPECT_EQ(value_of("Left->K"), 9);
  EXPECT_EQ(value_of("Left->T[1]"), 2);
}

TEST(DvePropertyExpression, IsPrintedAsItIsWritten) {
  Model model = sample();
  const ReadResult<ExprId> result = read_expression(model, "Left.idle imply Left->v[0] <= turn");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(text_of(model, result.value()), "Left.idle imply (Left->v[0] <= turn)");
}

TEST(DvePropertyExpression, NamesUnknownVariables) {
  EXPECT_EQ(said_about("trun == 1"),
            "expression:1:1: error: unknown variable 'trun'\n"
            "    1 | trun == 1\n"
            "      | ^~~~\n"
            "help: 'turn' is declared at m.dve:2:6\n");
}

TEST(DvePropertyExpression, DoesNotKnowLocalVariablesByThemselves) {
  EXPECT_EQ(said_about("1 + x"),
            "expression:1:5: error: unknown variable 'x'\n"
            "    1 | 1 + x\n"
            "      |     ^\n");
}

TEST(DvePropertyExpression, NamesUnknownProcesses) {
  EXPECT_EQ(said_about("Leftt.idle or Nobody->x"),
            "expression:1:1: error: unknown process 'Leftt'\n"
            "    1 | Leftt.idle or Nobody->x\n"
            "      | ^~~~~\n"
            "help: there is a process 'Left'\n"
            "expression:1:15: error: unknown process 'Nobody'\n"
            "    1 | Leftt.idle or Nobody->x\n"
            "      |               ^~~~~~\n");
}

TEST(DvePropertyExpression, NamesUnknownStatesAndVariablesOfAProcess) {
  EXPECT_EQ(said_about("Left.wating or Left->z == 1"),
            "expression:1:6: error: process 'Left' has no state 'wating'\n"
            "    1 | Left.wating or Left->z == 1\n"
            "      |      ^~~~~~\n"
            "help: it has a state 'waiting'\n"
            "expression:1:22: error: process 'Left' has no variable 'z'\n"
            "    1 | Left.wating or Left->z == 1\n"
            "      |                      ^\n");
}

TEST(DvePropertyExpression, RefusesChannelsProcessesAndElementsOfScalars) {
  EXPECT_EQ(said_about("c == Left"),
            "expression:1:1: error: 'c' is a channel, expected a variable\n"
            "    1 | c == Left\n"
            "      | ^\n"
            "expression:1:6: error: 'Left' is a process, expected a variable\n"
            "    1 | c == Left\n"
            "      |      ^~~~\n");
  EXPECT_EQ(said_about("turn[0] == Left->x[0]"),
            "expression:1:1: error: 'turn' is a scalar, it has no elements\n"
            "    1 | turn[0] == Left->x[0]\n"
            "      | ^~~~~~~\n"
            "expression:1:12: error: 'x' is a scalar, it has no elements\n"
            "    1 | turn[0] == Left->x[0]\n"
            "      |            ^~~~~~~~~~\n");
}

TEST(DvePropertyExpression, IsOneExpressionAndNothingElse) {
  EXPECT_EQ(said_about("turn == 1;"),
            "expression:1:10: error: expected the end of the expression, found ';'\n"
            "    1 | turn == 1;\n"
            "      |          ^\n");
  EXPECT_EQ(said_about("turn = 1"),
            "expression:1:6: error: expected the end of the expression, found '='\n"
            "    1 | turn = 1\n"
            "      |      ^\n"
            "help: equality is written '=='\n");
  EXPECT_EQ(said_about("(turn"),
            "expression:1:6: error: expected ')' to close the parenthesis, found the end of the "
            "expression\n"
            "    1 | (turn\n"
            "      |      ^\n");
}

TEST(DvePropertyExpression, IsNotEmpty) {
  EXPECT_EQ(said_about(""),
            "expression:1:1: error: expected an expression, found the end of the expression\n");
}

TEST(DvePropertyExpression, LeavesTheModelUsableAfterAnError) {
  Model model = sample();
  EXPECT_FALSE(read_expression(model, "turn == nothing").ok());
  EXPECT_TRUE(read_expression(model, "turn == 1").ok());
}

}  // namespace
}  // namespace clew::dve
