#include "clew/engine/outside/nusmv_output.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Values = std::map<std::string, Value>;

TEST(NusmvOutput, KnowsAnInvariantThatHolds) {
  const NusmvOutput said = read_nusmv_output(
      "*** This is NuSMV 2.6.0\n*** Please report bugs to somebody\n\n-- invariant x < 3  is "
      "true\n");
  EXPECT_EQ(said.answer, true);
  EXPECT_TRUE(said.states.empty());
  EXPECT_EQ(said.complaint, "");
}

TEST(NusmvOutput, ReadsACounterexampleInWhichOnlyChangesArePrinted) {
  const NusmvOutput said = read_nusmv_output(
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
  EXPECT_EQ(said.loop_start, std::nullopt);
}

TEST(NusmvOutput, KnowsWhereALoopBegins) {
  const NusmvOutput said = read_nusmv_output(
      "-- specification  F stuck  is false\n"
      "-- as demonstrated by the following execution sequence\n"
      "  -> State: 1.1 <-\n    x = 0\n"
      "  -- Loop starts here\n"
      "  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = 2\n  -> State: 1.4 <-\n    x = "
      "1\n");
  EXPECT_EQ(said.loop_start, 1U);
  EXPECT_EQ(said.states.size(), 4U);
}

TEST(NusmvOutput, KeepsTheFirstComplaint) {
  const NusmvOutput said = read_nusmv_output("file model.smv: line 3: syntax error\n");
  EXPECT_EQ(said.answer, std::nullopt);
  EXPECT_EQ(said.complaint, "file model.smv: line 3: syntax error");
}

TEST(VerifytaOutput, SaysWhetherTheQueryIsSatisfied) {
  EXPECT_EQ(read_verifyta_output("Verifying formula 1 at /nta/queries/query[1]/formula\n"
                                 " -- Formula is satisfied.\n"),
            true);
  EXPECT_EQ(
      read_verifyta_output("Verifying property 1 at line 1\n -- Property is NOT satisfied.\n"),
      false);
  EXPECT_EQ(read_verifyta_output("no license\n"), std::nullopt);
}

}  // namespace
}  // namespace clew
