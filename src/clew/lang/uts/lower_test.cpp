// What becomes of scripts: slots, actions, initial conditions, goals.
#include "clew/lang/uts/lower.hpp"

#include "clew/lang/uts/said_test.hpp"
#include "clew/model/print.hpp"

namespace clew::uts {
namespace {

std::string guard_of(const Model& model, std::size_t action) {
  const Action& taken = model.actions[to_id<ActionId>(action)];
  return is_some(taken.guard) ? text_of(model, taken.guard, taken.owner) : "none";
}

std::string condition_of(const Model& model) {
  return is_some(model.initial_condition) ? text_of(model, model.initial_condition) : "none";
}

// The guard of the only rule of a script with these variables.
std::string guard_in(const std::string& variables, const std::string& rule) {
  return guard_of(model_of("VARS: " + variables + "\nTRANS: " + rule + "\n"), 0);
}

TEST(UtsRules, AreGuardedByTheRangesTheyCouldLeave) {
  EXPECT_EQ(guard_in("int x : 0..9;", "x = x + 1;"), "(x + 1) <= 9");
  EXPECT_EQ(guard_in("int x : 0..9;", "x = x - 1;"), "(x - 1) >= 0");
  EXPECT_EQ(guard_in("int x : -6..9;", "x = 3 - x;"), "none");
  EXPECT_EQ(guard_in("int x : 0..9;", "x = 5 - x;"), "(5 - x) >= 0");
  EXPECT_EQ(guard_in("int x : 0..9; int y : -1..20;", "x = y;"), "(y >= 0) and (y <= 9)");
  EXPECT_EQ(guard_in("int x : 0..9; bool b;", "? b -> x, b = x + 1, !b;"), "b and ((x + 1) <= 9)");
  EXPECT_EQ(guard_in("int x;", "x = x * 2;"), "((x * 2) >= (-1023)) and ((x * 2) <= 1024)");
  EXPECT_EQ(guard_in("int x : -3..2;", "x = x / 2;"), "none");
  EXPECT_EQ(guard_in("int x : -3..2;", "x = x / -2;"), "(x / (-2)) <= 2");
  EXPECT_EQ(guard_in("int x : -3..2;", "x = x % 4;"), "none");
}

TEST(UtsRanges, BeginWithTheSmallestNumber) {
  const Model model = model_of("VARS: int x : -2147483648..0;\nTRANS: x = 0;\n");
  EXPECT_EQ(model.globals.find("x")->type.range, (Range{full_range.low, 0}));
}

TEST(UtsRules, DoNotGiveAnElementTwoValues) {
  EXPECT_EQ(guard_in("int a[3] : 0..9; int i : 0..2; int j : 0..2;", "a[i], a[j] = 1, 2;"),
            "i != j");
  EXPECT_EQ(guard_in("int a[3] : 0..9;", "a[0], a[1] = a[1], a[0];"), "none");
}

TEST(UtsRules, HappenAtOnceAndNameTheInputsTheyRead) {
  const Model model = model_of(
      "VARS: int x : 0..9; nondet int n : 0..3; nondet bool b;\n"
      "TRANS: x = 1; x = n + n; ? b -> x = n;\n");
  EXPECT_EQ(model.choices.slots.size(), 2U);
  ASSERT_EQ(model.actions.size(), 3U);
  for (const Action& action : model.actions) EXPECT_TRUE(action.is_simultaneous);
  EXPECT_EQ(model.actions[ActionId{0}].choices, std::vector<SlotId>{});
  EXPECT_EQ(model.actions[ActionId{1}].choices, std::vector<SlotId>{SlotId{0}});
  EXPECT_EQ(model.actions[ActionId{2}].choices, (std::vector<SlotId>{SlotId{0}, SlotId{1}}));
}

TEST(UtsRules, DoNotReadTheInputsThatAConstantMakesSuperfluous) {
  const Model model = model_of(
      "VARS: const bool USE = false; int x : 0..9; nondet int n : 0..3; nondet int m : 0..3;\n"
      "TRANS: ? (USE & n == 1) | x == 0 -> x = m; ? n == 1 & USE | x == 0 -> x = 1;\n"
      "REACH: (USE -> n == 1) & x == m LIVENESS: x == 1 | USE & n == 1\n");
  EXPECT_EQ(model.actions[ActionId{0}].choices, std::vector<SlotId>{SlotId{1}});
  EXPECT_EQ(model.actions[ActionId{1}].choices, std::vector<SlotId>{});
  EXPECT_EQ(text_of(model, model.declared_properties[0].expr),
            "((x == 0) or (x == 1)) or ((x == 2) or (x == 3))");
}

TEST(UtsRules, AreWrittenOutForEveryIndex) {
  const Model model = model_of(
      "VARS: int a[4] : 0..9;\n"
      "TRANS: for i in 0..3 { ? i < 3 & a[i] > 0 -> a[i], a[i+1] = 0, i; }\n");
  ASSERT_EQ(model.actions.size(), 3U);
  EXPECT_EQ(guard_of(model, 2), "a[2] > 0");
  EXPECT_EQ(model.actions[ActionId{2}].text, "? i < 3 & a[i] > 0 -> a[i], a[i+1] = 0, i (i = 2)");
}

TEST(UtsRules, ThatAreLeftOutHaveRightNamesAndTypes) {
  EXPECT_EQ(said_of_invalid("VARS: int x : 0..3;\n"
                            "TRANS: for i in 0..3 {\n"
                            "  ? i > 7 & x == 0 -> y, x = 1, true;\n"
                            "}\n"),
            "m.uts:3:23: error: unknown variable 'y'\n"
            "    3 |   ? i > 7 & x == 0 -> y, x = 1, true;\n"
            "      |                       ^\n"
            "m.uts:3:33: error: expected a number for 'x', found the condition 'true'\n"
            "    3 |   ? i > 7 & x == 0 -> y, x = 1, true;\n"
            "      |                                 ^~~~\n");
  EXPECT_EQ(said_of_invalid("VARS: proc p = P(0);\nPROGRAM: p\nPROCESS P(int k):\n"
                            "VARS: int x : 0..1;\nTRANS: ? k == 1 -> x, x = 0, 1;\n"),
            "m.uts:5:23: error: 'x' is assigned twice in one rule\n"
            "    5 | TRANS: ? k == 1 -> x, x = 0, 1;\n"
            "      |                       ^\n");
}

TEST(UtsRules, OfEmptyLoopsHaveRightNamesAndTypes) {
  const Model model = model_of(
      "VARS: const int N = 0; int a[3] : 1..9;\n"
      "INIT: for i in 1..N { a[i - 1] = i; a[i] < 1 / i; }\n"
      "TRANS: for i in 1..N { for j in 0..99999 { ? a[i] == 1 / i -> a[i - 1] = j; } } a[0] = "
      "1;\n");
  EXPECT_EQ(model.actions.size(), 1U);
  EXPECT_EQ(condition_of(model), "none");
  EXPECT_EQ(said_of_invalid("VARS: const int N = 0; int x : 0..1;\n"
                            "INIT: for i in 1..N { y = i; }\n"
                            "TRANS: for i in 1..N { ? x == true -> x = 1; } x = 1;\n"),
            "m.uts:2:23: error: unknown variable 'y'\n"
            "    2 | INIT: for i in 1..N { y = i; }\n"
            "      |                       ^\n"
            "m.uts:3:26: error: '==' compares the number 'x' with the condition 'true'\n"
            "    3 | TRANS: for i in 1..N { ? x == true -> x = 1; } x = 1;\n"
            "      |                          ^~~~~~~~~\n");
}

TEST(UtsRules, ThatAreLeftOutMayHaveWrongValues) {
  const Model model = model_of(
      "VARS: int a[3] : 0..9;\n"
      "TRANS: for i in 0..3 { ? i < 2 -> a[i + 1], a[2 - 2 * i] = 1 / (2 - i), 0; }\n");
  EXPECT_EQ(model.actions.size(), 2U);
}

TEST(UtsRules, SayOnceWhatIsWrongInManyCopies) {
  const std::string said = said_of_invalid(
      "VARS: int a[3] : 0..9;\nTRANS: for i in 0..99 { ? a[i] > 0 -> a[i] = 1; }\n");
  EXPECT_NE(said.find("index 3 is outside of array 'a'"), std::string::npos) << said;
  EXPECT_EQ(said.find("index 4 "), std::string::npos) << said;
}

// "x == 0 | x == 0 | ...", so many times.
std::string alternatives(int count, const std::string& one) {
  std::string text = one;
  for (int i = 1; i < count; ++i) text += " | " + one;
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(UtsCopies, AreNotMadeWithoutEnd) {
  const std::string too_large =
      ": error: written out, the script has more than 2,000,000 operators and operands";
  const std::string long_guard = alternatives(300, "x == 0");
  EXPECT_EQ(first_line(said_of_invalid("VARS: int x : 0..3;\nTRANS: for j in 0..9 {\n  for i in "
                                       "0..9000 { ? " +
                                       long_guard + " -> x = 1; }\n}\n")),
            "m.uts:3:7" + too_large);
  EXPECT_EQ(first_line(said_of_invalid("VARS: int x : 0..3; nondet int n : 0..999;\nTRANS: x = 1;\n"
                                       "REACH: " +
                                       alternatives(900, "x == n"))),
            "m.uts:3:8" + too_large);
  EXPECT_EQ(first_line(said_of_invalid("VARS: int x : 0..3; proc p[i in 0..9999] = P(i);\n"
                                       "PROGRAM: p\nPROCESS P(int k):\nTRANS: ? " +
                                       long_guard + " -> x = 1;\n")),
            "m.uts:2:1" + too_large);
}

TEST(UtsCopies, OfLongRulesAreCutForPeople) {
  const std::string guard = alternatives(200, "x == 0");
  const Model model = model_of("VARS: int x : 0..3;\nTRANS: ? " + guard +
                               " -> x = 1;\nfor i in 0..0 { ? " + guard + " -> x = 1; }\n");
  EXPECT_EQ(model.actions[ActionId{0}].text, "? " + guard + " -> x = 1");
  EXPECT_EQ(model.actions[ActionId{1}].text, ("? " + guard).substr(0, 1'000) + "... (i = 0)");
}

// a0 = PREFIX a1; a1 = PREFIX a2; and so on; the last is 1.
std::string chain_of(int length, const std::string& prefix) {
  std::string text = "VARS: int x : 0..1;\n";
  for (int i = 0; i < length; ++i) {
    text +=
        "const int a" + std::to_string(i) + " = " + prefix + "a" + std::to_string(i + 1) + ";\n";
  }
  return text + "const int a" + std::to_string(length) + " = 1;\nTRANS: x = 1;\n";
}

TEST(UtsConstants, AreNotFollowedWithoutEnd) {
  EXPECT_EQ(
      said_of_invalid(chain_of(20'000, "")),
      "m.uts:1002:11: error: constant 'a1000' ends a chain of more than 1,000 constants, each "
      "defined by the next\n"
      " 1002 | const int a1000 = a1001;\n"
      "      |           ^~~~~\n");
  const Model model = model_of(chain_of(999, "3 - "));
  EXPECT_EQ(model.constants.find("a0")->initial, std::vector<Value>{2});
}

// Either alone is allowed: a long chain, and values that are nested deep.
TEST(UtsConstants, AreNotFollowedThroughDeepValuesWithoutEnd) {
  const std::string minuses = std::string(900, '-') + " ";
  const std::string said = said_of_invalid(chain_of(60, minuses));
  EXPECT_EQ(said.substr(0, said.find('\n')),
            "m.uts:4:11: error: constant 'a2' ends a chain of constants, each defined by the next, "
            "whose values are together nested more than 2,500 levels deep");
  EXPECT_EQ(said.find("error", said.find('\n')), std::string::npos) << said;
  const Model model = model_of(chain_of(2, minuses));
  EXPECT_EQ(model.constants.find("a0")->initial, std::vector<Value>{1});
}

TEST(UtsInit, FixesWhatIsConstant) {
  const Model model = model_of(
      "VARS: const int N = 3; int x : 0..9; int y : 0..9; bool b; int z : 4..4; int w : 0..9;\n"
      "INIT: x = N + 1; y == 7; b = !false; w = x;\nTRANS: x = 1;\n");
  EXPECT_EQ(model.globals.find("x")->initial, std::vector<Value>{4});
  EXPECT_EQ(model.globals.find("y")->initial, std::vector<Value>{7});
  EXPECT_EQ(model.globals.find("b")->initial, std::vector<Value>{1});
  EXPECT_EQ(model.globals.find("z")->initial, std::vector<Value>{4});
  for (const char* name : {"x", "y", "b", "z"}) EXPECT_FALSE(model.globals.find(name)->is_free);
  EXPECT_TRUE(model.globals.find("w")->is_free);
  EXPECT_EQ(condition_of(model), "w == x");
}

TEST(UtsInit, LeavesTheRestFree) {
  const Model model = model_of(
      "VARS: int a[3] : 0..9; int x : 0..9;\nINIT: a[1] = 5; x < 3; x > a[0];\nTRANS: x = 1;\n");
  EXPECT_TRUE(model.globals.find("a")->is_free);
  EXPECT_TRUE(model.globals.find("x")->is_free);
  EXPECT_EQ(condition_of(model), "((x < 3) and (x > a[0])) and (a[1] == 5)");
}

TEST(UtsInit, KeepsContradictionsForTheJudge) {
  const Model model = model_of("VARS: int x : 0..9;\nINIT: x = 1; x = 2;\nTRANS: x = 1;\n");
  EXPECT_EQ(model.globals.find("x")->initial, std::vector<Value>{1});
  EXPECT_EQ(condition_of(model), "x == 2");
}

TEST(UtsInit, CannotSetTheNumberOfSteps) {
  const Model model =
      model_of("MAXSTEPS: 5\nVARS: int x : 0..9;\nINIT: x = 0; steps == 3;\nTRANS: x = 1;\n");
  EXPECT_EQ(model.globals.find("steps")->initial, std::vector<Value>{0});
  EXPECT_EQ(condition_of(model), "steps == 3");
}

TEST(UtsInit, IsSaidOfEveryProcess) {
  const Model model = model_of(
      "VARS: proc p = P; proc q = P;\nPROGRAM: p || q\n"
      "PROCESS P:\nVARS: int x : 0..9;\nINIT: x > 3;\nTRANS: x = 1;\n");
  EXPECT_EQ(condition_of(model), "(p.x > 3) and (q.x > 3)");
  EXPECT_EQ(model.process_types.size(), 1U);
}

TEST(UtsProcesses, WithEqualArgumentsShareAType) {
  const Model model = model_of(
      "VARS: proc p[i in 0..3] = P(i / 2, i > 1);\nPROGRAM: p\n"
      "PROCESS P(int k, bool b):\nVARS: const int N = k + 1; int x : k..N;\nTRANS: x = N;\n");
  EXPECT_EQ(model.processes.size(), 4U);
  ASSERT_EQ(model.process_types.size(), 2U);
  EXPECT_EQ(model.process_types[ProcessTypeId{1}].name, "P_1_1");
  EXPECT_EQ(model.process_types[ProcessTypeId{1}].frame.find("x")->type.range, (Range{1, 2}));
  EXPECT_EQ(model.processes[ProcessId{3}].name, "p[3]");
}

TEST(UtsSteps, AreCountedWhereTheyAreRead) {
  const char* const script = "VARS: int x : 0..9;\nTRANS: x = 1;\n";
  const Model unread = model_of("MAXSTEPS: 3\n" + std::string(script) + "REACH: x == 1\n");
  EXPECT_EQ(unread.moves_max, 3U);
  EXPECT_EQ(unread.globals.find("steps"), nullptr);
  const Model read = model_of("MAXSTEPS: 3\n" + std::string(script) + "REACH: steps == 1\n");
  EXPECT_EQ(read.globals.find("steps")->type.range, (Range{0, 4}));
  EXPECT_EQ(read.actions[ActionId{0}].effect.size(), 2U);
}

std::string goals_of(const std::string& goals) {
  const Model model = model_of(
      "VARS: int x : 0..9; nondet int n : 1..2; nondet bool b;\nINIT: x = 0;\nTRANS: x = x + n;\n" +
      goals);
  std::string out;
  for (const DeclaredProperty& goal : model.declared_properties) {
    out += goal.name + ": " + goal.text;
    if (is_some(goal.expr)) out += " = " + text_of(model, goal.expr);
    out += "\n";
  }
  return out;
}

TEST(UtsParser, StopsAfterAsManyErrorsAsAreShown) {
  std::string text = "VARS: int x : 0..1;\nTRANS:\n";
  for (int i = 0; i < 1'000; ++i) text += "x = ;\n";
  const std::string said = said_of_invalid(text);
  const std::size_t last = said.rfind("m.uts:");
  EXPECT_EQ(said.substr(last),
            "m.uts:52:1: error: after 49 errors the rest of the script is not read\n"
            "   52 | x = ;\n"
            "      | ^\n");
  EXPECT_NE(said.find("m.uts:51:5: error: expected an expression, found ';'"), std::string::npos);
}

TEST(UtsGoals, HaveNames) {
  EXPECT_EQ(goals_of("REACH: x == 1\nREACH: x == 2; INF: DEADLOCK: REACH reach2: x == 3\n"),
            "reach: x == 1 = x == 1\n"
            "reach3: x == 2 = x == 2\n"
            "inf: some run never ends\n"
            "exists-deadlock: some reachable state is a deadlock\n"
            "reach2: x == 3 = x == 3\n");
}

TEST(UtsGoals, AreLookedAtWhenRulesAreWrong) {
  EXPECT_EQ(said_of_invalid("VARS: int x : 0..3;\n"
                            "TRANS: y = 0;\n"
                            "REACH: zz == 1\n"
                            "LIVENESS: x == true\n"
                            "SAFE deadlock: x >= 0\n"
                            "LTL: G F {ww == 1}\n"),
            "m.uts:2:8: error: unknown variable 'y'\n"
            "    2 | TRANS: y = 0;\n"
            "      |        ^\n"
            "m.uts:3:8: error: unknown variable 'zz'\n"
            "    3 | REACH: zz == 1\n"
            "      |        ^~\n"
            "m.uts:4:11: error: '==' compares the number 'x' with the condition 'true'\n"
            "    4 | LIVENESS: x == true\n"
            "      |           ^~~~~~~~~\n"
            "m.uts:5:6: error: the goal 'deadlock' has a meaning already\n"
            "    5 | SAFE deadlock: x >= 0\n"
            "      |      ^~~~~~~~\n"
            "m.uts:6:11: error: unknown variable 'ww'\n"
            "    6 | LTL: G F {ww == 1}\n"
            "      |           ^~\n");
}

TEST(UtsGoals, MayNameAProcessThatIsMissingWhereItIsNeverLookedAt) {
  const std::string script =
      "VARS: proc p[i in 0..2] = P;\nPROGRAM: p\n"
      "PROCESS P:\nVARS: int x : 0..1;\nTRANS: x = 1;\n";
  const Model model = model_of(script + "SAFE: all i in 0..2 (i < 2 -> p[i].x >= p[i+1].x)\n");
  EXPECT_EQ(text_of(model, model.declared_properties.front().expr),
            "(p[0].x >= p[1].x) and (p[1].x >= p[2].x)");
  EXPECT_EQ(said_of_invalid(script + "SAFE: all i in 0..2 (i < 2 -> p[i].x >= p[i+1].y)\n"),
            "m.uts:6:48: error: process 'p[1]' has no variable 'y'\n"
            "    6 | SAFE: all i in 0..2 (i < 2 -> p[i].x >= p[i+1].y)\n"
            "      |                                                ^\n");
}

TEST(UtsGoals, AreNotLookedAtWhenDeclarationsAreWrong) {
  EXPECT_EQ(said_of_invalid("VARS: proc p = P(1);\nPROGRAM: p\nREACH: p.x == 1\n"
                            "PROCESS P:\nVARS: int x : 0..1;\nTRANS: x = 1;\n"),
            "m.uts:1:16: error: process 'P' has 0 parameters, found 1 argument\n"
            "    1 | VARS: proc p = P(1);\n"
            "      |                ^\n");
}

TEST(UtsGoals, AboutRunsSayTheirFormula) {
  EXPECT_EQ(goals_of("LIVENESS: x == 1 EVENTUALLY: (x == 2) LEADSTO one: x == 1 ~> x == 2\n"
                     "LTL: F (x == 1 /* once *//* more */ && G x < 3); SAFE: x < 3"),
            "liveness: G F {x == 1}\n"
            "eventually: F {x == 2}\n"
            "one: G ({x == 1} -> F {x == 2})\n"
            "ltl: F (x == 1 && G x < 3)\n"
            "safe: x < 3 = x < 3\n");
}

TEST(UtsGoals, ReadInputsWithSomeOrAllOfTheirValues) {
  EXPECT_EQ(goals_of("REACH: x == n SAFE: x + n > 0 | b"),
            "reach: x == n = (x == 1) or (x == 2)\n"
            "safe: x + n > 0 | b = ((x + 1) > 0) and ((x + 2) > 0)\n");
}

TEST(UtsWarnings, AreAboutRulesThatLoopsLeaveOut) {
  EXPECT_EQ(
      said_of_valid("VARS: const int N = 0; int x : 0..9;\nTRANS: for i in 1..N { x = i; }\n"),
      "m.uts:2:1: warning: the script has no rule: its loops are empty, or its guards are false\n"
      "    2 | TRANS: for i in 1..N { x = i; }\n"
      "      | ^~~~~\n");
  const std::string process = "PROCESS P(int k):\nVARS: int x : 0..1;\nTRANS: ? k == 1 -> x = 1;\n";
  EXPECT_EQ(said_of_valid("VARS: proc p = P(0); proc q = P(2);\nPROGRAM: p || q\n" + process),
            "m.uts:5:1: warning: process 'P' has no rule: its loops are empty, or its guards are "
            "false\n"
            "    5 | TRANS: ? k == 1 -> x = 1;\n"
            "      | ^~~~~\n");
  EXPECT_EQ(said_of_valid("VARS: proc p = P(0); proc q = P(1);\nPROGRAM: p || q\n" + process), "");
}

TEST(UtsWarnings, AreAboutWhatNeverHappens) {
  EXPECT_EQ(
      said_of_valid("VARS: int x : 0..9;\nTRANS: x = 10;\n"),
      "m.uts:2:12: warning: this rule is never enabled: '10' is always outside the range 0..9 "
      "of 'x'\n"
      "    2 | TRANS: x = 10;\n"
      "      |            ^~\n");
  EXPECT_EQ(said_of_valid("VARS: proc p = P; proc q = P;\nPROGRAM: p\n"
                          "PROCESS P: VARS: int x : 0..1; TRANS: x = 1;\n"
                          "PROCESS Q: VARS: int y : 0..1; TRANS: y = 1;\n"),
            "m.uts:1:24: warning: process 'q' is not part of 'PROGRAM'\n"
            "    1 | VARS: proc p = P; proc q = P;\n"
            "      |                        ^\n"
            "m.uts:4:9: warning: process 'Q' is never used\n"
            "    4 | PROCESS Q: VARS: int y : 0..1; TRANS: y = 1;\n"
            "      |         ^\n");
}

}  // namespace
}  // namespace clew::uts
