#include "clew/base/process.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace clew {
namespace {

using End = ProgramResult::End;
using namespace std::chrono_literals;

ProgramResult shell(const std::string& script, std::string_view input = "",
                    std::chrono::milliseconds time_max = 10s,
                    std::size_t output_bytes_max = 1U << 20) {
  return run_program({"sh", "-c", script}, input,
                     {.time_max = time_max, .output_bytes_max = output_bytes_max});
}

TEST(RunProgram, CollectsOutputErrorsAndExitCode) {
  const ProgramResult result = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(RunProgram, HandsOverArgumentsAsTheyAre) {
  const ProgramResult result =
      run_program({"printf", "%s|", "a b", "", "$HOME", "\"'"}, "", {.time_max = 10s});
  EXPECT_EQ(result.output, "a b||$HOME|\"'|");
}

TEST(RunProgram, FeedsTheInput) {
  EXPECT_EQ(run_program({"cat"}, "some text", {.time_max = 10s}).output, "some text");
  EXPECT_EQ(run_program({"cat"}, "", {.time_max = 10s}).output, "");
}

TEST(RunProgram, CopesWithMoreInputAndOutputThanAPipeHolds) {
  std::string input;
  for (int i = 0; i < 400'000; ++i) input += std::to_string(i) + "\n";
  const ProgramResult result = run_program({"cat"}, input, {.time_max = 60s});
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_TRUE(result.output == input) << result.output.size() << " of " << input.size();
}

TEST(RunProgram, SurvivesAProgramThatReadsNothing) {
  const ProgramResult result = run_program({"true"}, std::string(1U << 20, 'x'), {.time_max = 10s});
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.exit_code, 0);
}

TEST(RunProgram, LeavesTheSignalHandlersAsTheyWere) {
  struct sigaction before {};
  struct sigaction after {};
  ::sigaction(SIGPIPE, nullptr, &before);
  run_program({"true"}, "x", {.time_max = 10s});
  ::sigaction(SIGPIPE, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(RunProgram, SaysThatAProgramIsNotThere) {
  EXPECT_EQ(run_program({"clew-no-such-program"}, "", {.time_max = 10s}).end, End::NotFound);
  EXPECT_EQ(run_program({"clew-no-such-program"}, "some input", {.time_max = 10s}).end,
            End::NotFound);
}

TEST(RunProgram, EndsAProgramThatTakesTooLong) {
  const ProgramResult result = run_program({"sleep", "60"}, "", {.time_max = 100ms});
  EXPECT_EQ(result.end, End::TimedOut);
}

TEST(RunProgram, EndsAProgramThatPrintsTooMuch) {
  const ProgramResult result = shell("while :; do echo yes; done", "", 30s, 10'000);
  EXPECT_EQ(result.end, End::TimedOut);
  EXPECT_GT(result.output.size(), 10'000U);
  EXPECT_LT(result.output.size(), 1'000'000U);
}

TEST(RunProgram, SaysThatAProgramWasStoppedByASignal) {
  EXPECT_EQ(shell("kill -SEGV $$").end, End::Crashed);
}

TEST(RunProgram, GivesTheChildTheDefaultSignalHandling) {
  // With an ignored SIGPIPE the first command would go on for ever.
  EXPECT_EQ(shell("yes | head -n 1").output, "y\n");
}

TEST(RunProgram, EndsAProgramThatClosesItsOutputAndGoesOn) {
  EXPECT_EQ(shell("exec >&- 2>&-; sleep 60", "", 200ms).end, End::TimedOut);
}

}  // namespace
}  // namespace clew
