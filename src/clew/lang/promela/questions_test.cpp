#include "clew/lang/promela/questions.hpp"

#include <gtest/gtest.h>

#include "clew/lang/promela/said_test.hpp"
#include "clew/model/interpreter.hpp"

namespace clew::promela {
namespace {

constexpr const char* model_text = R"(
mtype = { red, green };
typedef Point { byte x; byte y[2] };
typedef Node { byte v; Node * next };
byte a[3] = { 4, 5, 6 };
Point p[2];
Node * head;
byte * number;
byte * other;
mtype colour = green;
chan c = [2] of { byte };
chan d[2] = [0] of { byte };
active proctype P() { byte n = 7; start: n++; goto start }
active [2] proctype Q() { byte m; wait: m == 1; end: skip }
)";

// The value of an expression in the initial state, or what is wrong with it.
std::string answer(const std::string& text) {
  ReadResult<Model> read_model = read_text(model_text);
  EXPECT_TRUE(read_model.ok()) << read_model.diagnostics.text();
  const ReadResult<ExprId> question = read_expression(read_model.value(), text);
  if (!question.ok()) return question.diagnostics.text();
  const Interpreter judge(read_model.value());
  const Evaluation result = judge.evaluate(question.value(), judge.initial_state());
  return result.error ? text_of(*result.error) : std::to_string(result.value);
}

TEST(Questions, ReadVariablesOfEveryKind) {
  EXPECT_EQ(answer("a[0] + 10 * a[1 + 1]"), "64");
  EXPECT_EQ(answer("p[1].y[1] == 0 && p[0].x == 0"), "1");
  EXPECT_EQ(answer("colour == green"), "1");
  EXPECT_EQ(answer("colour"), "1");
  EXPECT_EQ(answer("head == null"), "1");
  EXPECT_EQ(answer("(a[0] > 3 -> 8 : 9)"), "8");
}

TEST(Questions, LookIntoProcesses) {
  EXPECT_EQ(answer("P:n"), "7");
  EXPECT_EQ(answer("P[0]:n - 1"), "6");
  EXPECT_EQ(answer("P@start"), "1");
  EXPECT_EQ(answer("Q[2]@wait && !Q[1]@end"), "1");
  EXPECT_EQ(answer("Q[0]@wait"), "0") << "process 0 is of another type";
  EXPECT_EQ(answer("Q[0]:m"), "the process does not exist");
  EXPECT_EQ(answer("_nr_pr"), "3");
  EXPECT_EQ(answer("enabled(0) + enabled(1)"), "1");
}

TEST(Questions, AreWrittenAsTracesAre) {
  EXPECT_EQ(answer("P->n"), "7");
  EXPECT_EQ(answer("P:0->n == 7 && P:0@start"), "1");
  EXPECT_EQ(answer("Q:2->m"), "0");
  EXPECT_EQ(answer("Q:2 == 1"),
            "expression:1:5: error: expected '->' and a variable of the process, or '@' and a label, "
            "found '=='\n"
            "    1 | Q:2 == 1\n"
            "      |     ^~\n");
}

TEST(Questions, SayWhoIsMeantWhereThereAreSeveral) {
  EXPECT_EQ(answer("Q:m == 0"),
            "expression:1:1: error: there are 2 processes of the type 'Q'\n"
            "    1 | Q:m == 0\n"
            "      | ^\n"
            "help: say which is meant: 'Q[1]', 'Q[2]'\n");
}

TEST(Questions, OfTheFileItselfAreReadAsSpinReadsThem) {
  const ReadResult<Model> read =
      read_text("active [2] proctype Q() { byte m; wait: m == 1 }\nltl p { [] (Q@wait) }\n");
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  EXPECT_NE(read.diagnostics.text().find(
                "warning: there are 2 processes of the type 'Q': the first of them is meant"),
            std::string::npos)
      << read.diagnostics.text();
}

TEST(Questions, NameTheFieldThatIsNotThere) {
  EXPECT_EQ(answer("p[1].z"),
            "expression:1:6: error: 'p[1]' has no field 'z'\n"
            "    1 | p[1].z\n"
            "      |      ^\n"
            "help: its fields are 'x', 'y'\n");
  EXPECT_EQ(answer("p[a[0]] == 1"),
            "expression:1:1: error: 'p[..]' is a record, not a value\n"
            "    1 | p[a[0]] == 1\n"
            "      | ^\n"
            "help: its fields are 'x', 'y'\n");
}

TEST(Questions, LookIntoChannels) {
  EXPECT_EQ(answer("len(c)"), "0");
  EXPECT_EQ(answer("empty(c) && nfull(c) && !full(c) && !nempty(c)"), "1");
  EXPECT_EQ(answer("len(d[1])"), "0");
}

TEST(Questions, SayWhatIsWrong) {
  EXPECT_EQ(answer("aa"),
            "expression:1:1: error: unknown variable 'aa'\n"
            "    1 | aa\n"
            "      | ^~\n"
            "help: there is a variable 'a'\n");
  EXPECT_EQ(answer("a"),
            "expression:1:1: error: 'a' takes 1 subscript, found 0\n"
            "    1 | a\n"
            "      | ^\n");
  EXPECT_EQ(answer("R@x"),
            "expression:1:1: error: unknown process type 'R'\n"
            "    1 | R@x\n"
            "      | ^\n");
  EXPECT_EQ(answer("P@strat"),
            "expression:1:3: error: unknown label 'strat'\n"
            "    1 | P@strat\n"
            "      |   ^~~~~\n"
            "help: there is a label 'start'\n");
  EXPECT_EQ(answer("*number"), "null has no value to read or write");
  EXPECT_EQ(answer("head.v"), "null has no value to read or write");
  EXPECT_EQ(answer("a[7]"), "index 7 is outside 0..2 of 'a'");
}

TEST(Questions, DoNotTakeARecordForItsFirstField) {
  EXPECT_EQ(answer("*head == 0"),
            "expression:1:2: error: a whole record cannot be used here\n"
            "    1 | *head == 0\n"
            "      |  ^~~~\n"
            "help: name one of its fields\n");
}

TEST(Questions, ComparePointersToOneTypeOnly) {
  EXPECT_EQ(answer("number == other && head != null || head == head"), "1");
  EXPECT_EQ(answer("head == number"),
            "expression:1:1: error: a pointer to 'Node' is compared with a pointer to 'byte'\n"
            "    1 | head == number\n"
            "      | ^~~~~~~~~~~~~~\n");
}

}  // namespace
}  // namespace clew::promela
