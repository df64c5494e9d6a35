#include "clew/render/trace_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "clew/render/models_test.hpp"

namespace clew {
namespace {

using render_test::model_of;
using render_test::walk;

TEST(TraceText, ShowsTheFirstStateThenWhatChanges) {
  const auto model = model_of(render_test::two_forks);
  EXPECT_EQ(trace_text(*model, {walk(*model, {0, 1}), "no process can move"}),
            "  0  fork = [0, 0]   A = thinking   B = thinking\n"
            "  1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 6\n"
            "       fork[0]: 0 -> 1\n"
            "  2  B: thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; }   line 14\n"
            "       fork[1]: 0 -> 1\n"
            "     last state: fork = [1, 1]   A = has_left   B = has_left\n"
            "     end: no process can move\n");
}

TEST(TraceText, ShowsBothSidesOfARendezvousAndAlignsThePlaces) {
  const auto model = model_of(render_test::belt);
  EXPECT_EQ(trace_text(*model, {walk(*model, {0, 0}), ""}),
            "  0  belt = []   Baker = bake   Baker->made = 0   Eater = wait   Eater->got = 0\n"
            "  1  Baker: bake -> rest { guard made < 1; sync belt!7; effect made = made + 1; }   "
            "line 8\n"
            "       belt: [] -> [7]   Baker->made: 0 -> 1\n"
            "  2  Baker: rest -> bake { sync hand!3; }                                           "
            "line 9\n"
            "     Eater: wait -> full { sync hand?got; }                                         "
            "line 17\n"
            "       Eater->got: 0 -> 3\n"
            "     last state: belt = [7]   Baker = bake   Baker->made = 1   Eater = full   "
            "Eater->got = 3\n");
}

TEST(TraceText, EndsInTheMoveThatGoesWrong) {
  const auto model = model_of(render_test::overflow);
  EXPECT_EQ(trace_text(*model, {walk(*model, {0, 0}), ""}),
            "  0  x = 254   Counter = up\n"
            "  1  Counter: up -> up { effect x = x + 1; }   line 6\n"
            "       x: 254 -> 255\n"
            "  2  Counter: up -> up { effect x = x + 1; }   line 6\n"
            "     error: value 256 is outside 0..255 of 'x'\n");
}

TEST(TraceText, ShowsEveryStatementOfAMoveWhatWasPrintedAndWhatFailed) {
  const auto model = render_test::promela_model_of(
      "byte x;\n"
      "active proctype P() {\n"
      "  atomic {\n"
      "    x++;\n"
      "    printf(\"x is \");\n"
      "    printf(\"%d\\n\\tnow\\n\", x);\n"
      "    assert(x == 2)\n"
      "  };\n"
      "  x = 5;\n"
      "  assert(x < 5)\n"
      "}\n");
  EXPECT_EQ(trace_text(*model, {walk(*model, {0, 0, 0}), "assertion 'x < 5' is false (m.pml:10)"}),
            "  0  x = 0   P = line_3\n"
            "  1  P: x++                        line 4\n"
            "     P: printf(\"x is \")            line 5\n"
            "     P: printf(\"%d\\n\\tnow\\n\", x)   line 6\n"
            "     P: assert(x == 2)             line 7\n"
            "       x: 0 -> 1\n"
            "       P prints: x is 1\n"
            "       P prints: \\tnow\n"
            "       assertion 'x == 2' is false (m.pml:7)\n"
            "  2  P: x = 5                      line 9\n"
            "       x: 1 -> 5\n"
            "  3  P: assert(x < 5)              line 10\n"
            "     last state: x = 5   P = end\n"
            "     end: assertion 'x < 5' is false (m.pml:10)\n");
}

TEST(TraceText, LeavesOutTheMiddleOfALongMove) {
  const auto model = render_test::promela_model_of(
      "byte x;\n"
      "active proctype P() { d_step { do :: x < 9 -> x++ :: x == 9 -> break od } }\n");
  const ShownTrace shown{walk(*model, {0}), ""};
  const std::string text = trace_text(*model, shown);
  EXPECT_NE(text.find("     ... 3 statements left out, --verbose shows all ...\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 16 + 1 + 1) << text;
  const std::string whole = trace_text(*model, shown, {.verbose = true});
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 1 + 19 + 1) << whole;
}

TEST(TraceText, SaysWhereALassoGoesOn) {
  const auto model = model_of(render_test::two_forks);
  Trace trace = walk(*model, {0, 0, 0});
  trace.loop_start = 0;
  EXPECT_EQ(trace_text(*model, {trace, "B never eats"}),
            "  0  fork = [0, 0]   A = thinking   B = thinking\n"
            "     --- from here on, again and again ---\n"
            "  1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 6\n"
            "       fork[0]: 0 -> 1\n"
            "  2  A: has_left -> eating { guard fork[1] == 0; effect fork[1] = 1; }     line 7\n"
            "       fork[1]: 0 -> 1\n"
            "  3  A: eating -> thinking { effect fork[0] = 0, fork[1] = 0; }            line 8\n"
            "       fork[0]: 1 -> 0   fork[1]: 1 -> 0\n"
            "     loop: goes on as after step 0\n"
            "     end: B never eats\n");
}

TEST(TraceText, SaysWhichPropositionsAreTrueAndWhereTheSystemStays) {
  const auto model = model_of(render_test::two_forks);
  const auto propositions = render_test::fork_propositions();
  EXPECT_EQ(trace_text(*model, render_test::stuck_forks(*model), {}, propositions),
            "  0  fork = [0, 0]   A = thinking   B = thinking\n"
            "       false: A.eating   without a value: fork[0] == 1\n"
            "  1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 6\n"
            "       fork[0]: 0 -> 1\n"
            "       now true: fork[0] == 1\n"
            "  2  B: thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; }   line 14\n"
            "       fork[1]: 0 -> 1\n"
            "       true: fork[0] == 1   false: A.eating\n"
            "     --- from here on, again and again ---\n"
            "  3  (no move is possible, the system stays as it is)\n"
            "     loop: goes on as after step 2\n"
            "     end: nobody eats\n");
}

TEST(TraceText, PutsBranchesBelowTheTrace) {
  const auto model = model_of(render_test::two_forks);
  const auto propositions = render_test::fork_propositions();
  EXPECT_EQ(trace_text(*model, render_test::forks_with_branches(*model), {}, propositions),
            "  0  fork = [0, 0]   A = thinking   B = thinking\n"
            "       false: A.eating   without a value: fork[0] == 1\n"
            "  1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 6\n"
            "       fork[0]: 0 -> 1\n"
            "       now true: fork[0] == 1\n"
            "  2  B: thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; }   line 14\n"
            "       fork[1]: 0 -> 1\n"
            "     last state: fork = [1, 1]   A = has_left   B = has_left\n"
            "     end: nobody eats\n"
            "     at step 1: EF (A.eating) is true\n"
            "       0  fork = [1, 0]   A = has_left   B = thinking\n"
            "            true: fork[0] == 1   false: A.eating\n"
            "       1  A: has_left -> eating { guard fork[1] == 0; effect fork[1] = 1; }   line 7\n"
            "            fork[1]: 0 -> 1\n"
            "            now true: A.eating\n"
            "          end: 'A.eating' is true\n"
            "          at step 1: EX (B.eating) is false: no move leads there\n");
}

TEST(TraceText, SaysWhereTheLoopBeginsIfThatIsLeftOut) {
  const auto model = model_of(render_test::two_forks);
  ShownTrace shown{walk(*model, std::vector<std::size_t>(249, 0)), ""};
  shown.trace.loop_start = 120;
  const std::string text = trace_text(*model, shown);
  EXPECT_NE(text.find("\n      ... 190 steps left out (the loop begins after step 120), --verbose "
                      "shows all ...\n"),
            std::string::npos)
      << text;
}

TEST(TraceText, FoldsAPlaceThatHasNoRoomBehind) {
  const auto model = model_of(
      "byte x;\n"
      "process P {\n"
      "  state here, there;\n"
      "  init here;\n"
      "  trans here -> there\n"
      "    { guard x == 0 and x == 0 and x == 0; effect x = 1, x = 2, x = 3, x = 4; };\n"
      "}\n"
      "system async;\n",
      "long.dve");
  EXPECT_EQ(trace_text(*model, {walk(*model, {0}), "no process can move"}),
            "  0  x = 0   P = here\n"
            "  1  P: here -> there { guard x == 0 and x == 0 and x == 0; effect x = 1, x = 2, x = "
            "3, x = 4; "
            "}\n"
            "       (line 5)\n"
            "       x: 0 -> 4\n"
            "     end: no process can move\n");
}

// The lines of a trace of `length` moves around the first three states of two_forks.
std::string long_trace_text(std::size_t length, const TextOptions& options) {
  const auto model = model_of(render_test::two_forks);
  return trace_text(*model, {walk(*model, std::vector<std::size_t>(length, 0)), "end"}, options);
}

TEST(TraceText, LeavesOutTheMiddleOfALongTrace) {
  const std::string text = long_trace_text(250, {});
  EXPECT_NE(text.find("\n  29  A:"), std::string::npos);
  EXPECT_EQ(text.find("\n  30  A:"), std::string::npos);
  EXPECT_NE(text.find("\n      ... 191 steps left out, --verbose shows all ...\n 221  A:"),
            std::string::npos);
  EXPECT_NE(text.find("\n 250  A:"), std::string::npos);
}

TEST(TraceText, ShowsAllOfALongTraceWhenVerbose) {
  const std::string text = long_trace_text(250, {.verbose = true});
  EXPECT_EQ(text.find("left out"), std::string::npos);
  EXPECT_NE(text.find("\n 100  A:"), std::string::npos);
}

TEST(TraceText, ShowsSixtyStepsWhole) {
  EXPECT_EQ(long_trace_text(59, {}), long_trace_text(59, {.verbose = true}));
  EXPECT_NE(long_trace_text(60, {}), long_trace_text(60, {.verbose = true}));
}

TEST(TraceText, FoldsAStateWithManyValues) {
  const auto model = model_of(
      "byte first_long_name[20];\nint second_long_name[12];\n"
      "process P { state a; init a; }\nsystem async;\n");
  EXPECT_EQ(state_text(*model, Interpreter(*model).initial_state(), 2),
            "  first_long_name = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n"
            "  second_long_name = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]   P = a\n");
}

TEST(TraceText, PaintsWithoutMovingAnything) {
  const auto model = model_of(render_test::two_forks);
  const ShownTrace shown = render_test::forks_with_branches(*model);
  const auto propositions = render_test::fork_propositions();
  std::string painted = trace_text(*model, shown, {.color = true}, propositions);
  for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"}) {
    for (std::size_t at = painted.find(code); at != std::string::npos; at = painted.find(code)) {
      painted.erase(at, std::string_view(code).size());
    }
  }
  EXPECT_EQ(painted, trace_text(*model, shown, {}, propositions));
}

TEST(TraceText, EndsWhereNothingIsLeftToShow) {
  const auto model = render_test::promela_model_of("init { skip }");
  EXPECT_EQ(trace_text(*model, {walk(*model, {0, 0}), "nothing can move"}),
            "  0  init = line_1\n"
            "  1  init: skip    line 1\n"
            "  2  init: -end-   line 1\n"
            "       init (gone)\n"
            "     last state: (a state without values)\n"
            "     end: nothing can move\n");
}

}  // namespace
}  // namespace clew
