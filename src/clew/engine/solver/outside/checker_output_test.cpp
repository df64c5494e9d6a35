#include "clew/engine/solver/outside/checker_output.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Values = std::map<std::string, Value>;

TEST(NusmvOutput, KnowsAnInvariantThatHolds) {
  const CheckerOutput said = read_nusmv_output(
      "*** This is NuSMV 2.6.0\n*** Please report bugs to somebody\n\n-- invariant x < 3  is "
      "true\n");
  EXPECT_EQ(said.answer, true);
  EXPECT_TRUE(said.states.empty());
  EXPECT_EQ(said.complaint, "");
}

TEST(NusmvOutput, ReadsACounterexampleInWhichOnlyChangesArePrinted) {
  const CheckerOutput said = read_nusmv_output(
      "-- invariant !(x = 2)  is false\n"
      "-- as demonstrated by the following execution sequence\n"
      "Trace Description: AG alpha Counterexample \nTrace Type: Counterexample \n"
      "  -> State: 1.1 <-\n    x = 0\n    b = FALSE\n    c1 = TRUE\n"
      "  -> Input: 1.2 <-\n    n = 2\n"
      "  -> State: 1.2 <-\n    b = TRUE\n"
      "  -> Input: 1.3 <-\n"
      "  -> State: 1.3 <-\n    x = -2\n");
  EXPECT_EQ(said.answer, false);
  ASSERT_EQ(said.states.size(), 3U);
  EXPECT_EQ(said.states[0], (Values{{"x", 0}, {"b", 0}, {"c1", 1}}));
  EXPECT_EQ(said.states[1], (Values{{"x", 0}, {"b", 1}, {"c1", 1}}));
  EXPECT_EQ(said.states[2], (Values{{"x", -2}, {"b", 1}, {"c1", 1}}));
  EXPECT_EQ(said.loop_starts, std::vector<std::size_t>{});
}

TEST(NusmvOutput, KnowsWhereALoopBegins) {
  const CheckerOutput said = read_nusmv_output(
      "-- specification  F stuck  is false\n"
      "-- as demonstrated by the following execution sequence\n"
      "  -> State: 1.1 <-\n    x = 0\n"
      "  -- Loop starts here\n"
      "  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = 2\n  -> State: 1.4 <-\n    x = "
      "1\n");
  EXPECT_EQ(said.loop_starts, std::vector<std::size_t>{1});
  EXPECT_EQ(said.states.size(), 4U);
}

TEST(NusmvOutput, KnowsAllStatesThatALoopMayBeginWith) {
  const CheckerOutput said = read_nusmv_output(
      "-- specification  F stuck  is false\n"
      "  -- Loop starts here\n"
      "  -> State: 1.1 <-\n    x = 0\n"
      "  -> State: 1.2 <-\n    x = 1\n"
      "  -- Loop starts here\n"
      "  -> State: 1.3 <-\n    x = 0\n  -> State: 1.4 <-\n    x = 2\n  -> State: 1.5 <-\n    x = "
      "0\n");
  EXPECT_EQ(said.loop_starts, (std::vector<std::size_t>{0, 2}));
}

TEST(NusmvOutput, ReadsAVerdictOfSeveralLines) {
  const CheckerOutput said = read_nusmv_output(
      "*** This is NuSMV 2.6.0\n\n"
      "-- specification AG (case\ny != 0 : x / y;\nTRUE : 0;\nesac < 3)  is false\n"
      "-- as demonstrated by the following execution sequence\n"
      "  -> State: 1.1 <-\n    x = 0\n");
  EXPECT_EQ(said.answer, false);
  EXPECT_EQ(said.states.size(), 1U);
}

TEST(NusmvOutput, KeepsTheFirstComplaint) {
  const CheckerOutput said = read_nusmv_output("file model.smv: line 3: syntax error\n");
  EXPECT_EQ(said.answer, std::nullopt);
  EXPECT_EQ(said.complaint, "file model.smv: line 3: syntax error");
}

CheckerOutput verifyta_said(std::string_view text) {
  return read_verifyta_output(text, "Model.run");
}

TEST(VerifytaOutput, SaysWhetherTheQueryIsSatisfied) {
  EXPECT_EQ(verifyta_said("Verifying formula 1 at /nta/queries/query[1]/formula\n"
                          " -- Formula is satisfied.\n")
                .answer,
            true);
  EXPECT_EQ(
      verifyta_said("Verifying property 1 at line 1\n -- Property is NOT satisfied.\n").answer,
      false);
  const CheckerOutput nothing = verifyta_said("Error: no license\n");
  EXPECT_EQ(nothing.answer, std::nullopt);
  EXPECT_EQ(nothing.complaint, "Error: no license");
}

TEST(VerifytaOutput, ShowsTheStatesOfTheModel) {
  const CheckerOutput said = verifyta_said(
      "Verifying formula 1 at /nta/queries/query[1]/formula\n -- Formula is NOT satisfied.\n"
      "Showing counter example.\n\n"
      "State:\n( Model.start )\nx=0 y=0 #depth=0\n\n"
      "Transitions:\n  Model.start->Model.run { 1, tau, y := -3 }\n\n"
      "State:\n( Model.run )\nx=0 y=-3 #depth=1 \n\n"
      "Transitions:\n  Model.run->Model.run { can_take_0(), tau, take_0() }\n\n"
      "State:\n( Model.run )\nx=1 y=-3 #depth=2\n");
  EXPECT_EQ(said.answer, false);
  EXPECT_EQ(said.states, (std::vector<Values>{{{"x", 0}, {"y", -3}}, {{"x", 1}, {"y", -3}}}));
  EXPECT_EQ(said.loop_starts, std::vector<std::size_t>{});
}

TEST(VerifytaOutput, KnowsALoopByTheStateThatComesAgain) {
  const CheckerOutput said = verifyta_said(
      " -- Formula is satisfied.\nShowing example trace.\n"
      "State:\n( Model.run )\nx=0 #depth=0\n\nState:\n( Model.run )\nx=1 #depth=1\n\n"
      "State:\n( Model.run )\nx=2 #depth=2\n\nState:\n( Model.run )\nx=1 #depth=3\n");
  EXPECT_EQ(said.states.size(), 4U);
  EXPECT_EQ(said.loop_starts, std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace clew
