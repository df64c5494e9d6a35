// What Clew makes of the answers of NuSMV and verifyta, given by programs that know one by heart.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "clew/base/environment.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/lang/language.hpp"
#include "tests/ask.hpp"

namespace clew {
namespace {

// The first on the PATH, as long as this is there.
class FakeChecker {
 public:
  FakeChecker(const std::string& name, const std::string& says, int exit_code)
      : path_("PATH", folder_.path() + ":" + std::getenv("PATH")) {
    const std::string file = folder_.write(
        name, "#!/bin/sh\ncat <<END\n" + says + "END\nexit " + std::to_string(exit_code) + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

 private:
  TemporaryFolder folder_;
  WithEnvironment path_;
};

// Counts up to 3, from where it stays at 3 or goes on from 1.
Model counter() {
  auto read = language_named("uts")->read(
      {"m.uts",
       "VARS: int x : 0..3; INIT: x = 0;\n"
       "TRANS: ? x < 3 -> x = x + 1; ? x == 3 -> x = 1; ? x == 3 -> x = x;\n",
       {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return read.value();
}

PropertyResult answer(const std::string& says, const std::string& question, int exit_code = 0,
                      const std::string& engine = "nusmv") {
  const FakeChecker checker(engine == "nusmv" ? "NuSMV" : engine, says, exit_code);
  Model model = counter();
  const Property property = property_of(model, question);
  const Report report = ask(model, engine, {property});
  EXPECT_EQ(report.defect, "");
  return report.properties[0];
}

constexpr const char* loop_through_all =
    "-- specification  G F x = 0  is false\n"
    "-- as demonstrated by the following execution sequence\n"
    "  -> State: 1.1 <-\n    x = 0\n"
    "  -- Loop starts here\n"
    "  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = 2\n"
    "  -> State: 1.4 <-\n    x = 3\n  -> State: 1.5 <-\n    x = 1\n";

TEST(VerifytaEngine, IsNotBelievedIfItCrashes) {
  const std::string says = "Verifying formula 1 at line 1\n -- Formula is satisfied.\n";
  EXPECT_EQ(answer(says, "inv: x < 4", 0, "verifyta").verdict, Verdict::Holds);
  const PropertyResult crashed = answer(says, "inv: x < 3", 9, "verifyta");
  EXPECT_EQ(crashed.verdict, Verdict::Unknown);
  EXPECT_EQ(crashed.reason_text, "verifyta did not end well");
}

// What verifyta prints about a run with these values of x.
std::string verifyta_says(const std::string& verdict, const std::vector<int>& run) {
  std::string text = "Verifying formula 1 at /nta/queries/query[1]/formula\n -- Formula " +
                     verdict + "\nShowing counter example.\n";
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (i > 0) text += "Transitions:\n  Model.run->Model.run { can_take_0(), tau, take_0() }\n\n";
    text += "State:\n( Model.run )\nx=" + std::to_string(run[i]) + " #depth=" + std::to_string(i) +
            "\n\n";
  }
  return text;
}

TEST(VerifytaEngine, ReadsTheRunToAStateThatIsNotAllowed) {
  const PropertyResult result =
      answer(verifyta_says("is NOT satisfied.", {0, 1, 2}), "inv: x < 2", 0, "verifyta");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].ending, "'x < 2' is false");
}

TEST(VerifytaEngine, ReadsTheRunToAStateThatIsWanted) {
  const PropertyResult result =
      answer(verifyta_says("is satisfied.", {0, 1}), "reach: x == 1", 0, "verifyta");
  EXPECT_EQ(result.verdict, Verdict::Holds);
  EXPECT_EQ(result.traces.size(), 1U);
}

TEST(VerifytaEngine, BelievesNoRunThatTheModelDoesNotHave) {
  const PropertyResult result =
      answer(verifyta_says("is NOT satisfied.", {0, 2}), "inv: x < 2", 0, "verifyta");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_text, "the run that verifyta found could not be read");
}

TEST(VerifytaEngine, ReadsARunOnWhichAFormulaIsFalse) {
  const PropertyResult result = answer(verifyta_says("is NOT satisfied.", {0, 1, 2, 3, 1}),
                                       "ltl: G F {x == 0}", 0, "verifyta");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].ending, "after 6 moves the loop of 3 moves is taken for ever");
}

TEST(VerifytaEngine, DoesNotTakeAFormulaThatIsFalseForOneThatHolds) {
  const auto ask_about = [](const std::string& verdict) {
    return answer(verifyta_says(verdict, {}), "ctl: EG {x < 3}", 0, "verifyta").verdict;
  };
  EXPECT_EQ(ask_about("is satisfied."), Verdict::Holds);
  EXPECT_EQ(ask_about("is NOT satisfied."), Verdict::Unknown);
}

// The claim may take its time before it goes where it accepts.
TEST(NusmvEngine, ReadsARunOnWhichAFormulaIsFalse) {
  const PropertyResult result = answer(loop_through_all, "ltl: G F {x == 0}");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].ending, "after 6 moves the loop of 3 moves is taken for ever");
}

// All equal states are marked. The loop from the first of them on is no counterexample, it passes x = 1.
TEST(NusmvEngine, TriesEveryStateThatALoopMayBeginWith) {
  const PropertyResult result = answer(
      "-- specification  G F x = 2  is false\n"
      "  -> State: 1.1 <-\n    x = 0\n  -> State: 1.2 <-\n    x = 1\n"
      "  -> State: 1.3 <-\n    x = 2\n"
      "  -- Loop starts here\n"
      "  -> State: 1.4 <-\n    x = 3\n"
      "  -> State: 1.5 <-\n    x = 1\n  -> State: 1.6 <-\n    x = 2\n"
      "  -- Loop starts here\n"
      "  -> State: 1.7 <-\n    x = 3\n"
      "  -> State: 1.8 <-\n    x = 3\n",
      "ltl: G F {x == 2}");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].ending, "after 7 moves the loop of 1 move is taken for ever");
  EXPECT_EQ(result.warnings, std::vector<std::string>{});
}

TEST(NusmvEngine, SaysWithoutAColonThatThereWasNoAnswer) {
  EXPECT_EQ(answer("nothing\n", "ltl: G F {x == 2}").reason_text, "NuSMV gave no answer");
}

TEST(NusmvEngine, BelievesNoRunThatTheFormulaAllows) {
  const PropertyResult result = answer(loop_through_all, "ltl: G F {x == 2}");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_text, "the run that NuSMV found could not be read");
}

TEST(NusmvEngine, BelievesNoRunThatTheModelDoesNotHave) {
  const PropertyResult result = answer(
      "-- specification  F x = 3  is false\n"
      "  -> State: 1.1 <-\n    x = 0\n"
      "  -- Loop starts here\n"
      "  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = 1\n",
      "ltl: F {x == 3}");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_text, "the run that NuSMV found could not be read");
}

TEST(NusmvEngine, ReadsARunThatStaysInItsLastState) {
  const PropertyResult result = answer(
      "-- specification  G F x = 0  is false\n"
      "  -> State: 1.1 <-\n    x = 0\n  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = "
      "2\n"
      "  -- Loop starts here\n  -> State: 1.4 <-\n    x = 3\n  -> State: 1.5 <-\n",
      "ltl: G F {x == 0}");
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.traces.size(), 1U);
  EXPECT_EQ(result.traces[0].ending, "after 4 moves the loop of 1 move is taken for ever");
}

TEST(NusmvEngine, BelievesNoProgramThatDoesNotEndWell) {
  const char* const says = "-- specification  F x = 3  is true\n";
  EXPECT_EQ(answer(says, "ltl: F {x == 3}").verdict, Verdict::Holds);
  const PropertyResult doubted = answer(says, "ltl: F {x == 3}", 3);
  EXPECT_EQ(doubted.verdict, Verdict::Unknown);
  EXPECT_EQ(doubted.reason_text, "NuSMV gave an answer, but did not end well");
}

}  // namespace
}  // namespace clew
