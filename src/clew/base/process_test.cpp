#include "clew/base/process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"

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

// A program `name` in this folder that prints `text`.
std::string put_program(const TemporaryFolder& folder, const std::string& name,
                        const std::string& text) {
  const std::string path = folder.write(name, "#!/bin/sh\necho " + text + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(RunProgram, LooksOnlyIntoFoldersWithAnAbsoluteName) {
  const TemporaryFolder folder;
  put_program(folder, "true", "fake");
  put_program(folder, "clew-test-program", "fake");
  std::filesystem::create_directory(folder.path() + "/sub");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const std::string relative : {"", ".", "./", "sub/.."}) {
    const WithEnvironment path("PATH", relative + ":/bin:/usr/bin:" + relative);
    EXPECT_EQ(run_program({"true"}, "", {.time_max = 10s}).output, "") << relative;
    EXPECT_EQ(run_program({"clew-test-program"}, "", {.time_max = 10s}).end, End::NotFound);
    EXPECT_EQ(BackgroundProgram({"clew-test-program"}, "log").poll(),
              BackgroundProgram::Progress::Failed);
    EXPECT_FALSE(ProgramDialogue({"clew-test-program"}).is_there());
    // What it starts itself is looked for in the same folders.
    EXPECT_EQ(shell("true; echo $PATH").output, "/bin:/usr/bin\n") << relative;
  }
  EXPECT_EQ(run_program({"./true"}, "", {.time_max = 10s}).output, "fake\n");
  const WithEnvironment path("PATH", folder.path());
  EXPECT_EQ(run_program({"true"}, "", {.time_max = 10s}).output, "fake\n");
  std::filesystem::current_path(before);
}

// Whoever started us may have closed what is open as a rule.
TEST(RunProgram, NeedsNoStandardInputOfOurOwn) {
  const int input = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  const ProgramResult result = shell("cat; echo err >&2", "text\n");
  BackgroundProgram program({"sh", "-c", "read x"}, "/dev/null");
  while (program.poll() == BackgroundProgram::Progress::Running) std::this_thread::sleep_for(1ms);
  ProgramDialogue dialogue({"cat"});
  dialogue.send("word\n", [] { return true; });
  const std::optional<std::string> line = dialogue.next_line(10s);
  if (input >= 0) {
    ::dup2(input, STDIN_FILENO);
    ::close(input);
  }
  EXPECT_EQ(result.output, "text\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(program.poll(), BackgroundProgram::Progress::Failed);  // it read the end, no error
  EXPECT_EQ(line, "word");
}

TEST(RunProgram, SealsAProgram) {
  // The shell reads its script from standard input, piece by piece.
  const ProgramSeal seal{"echo welcome >&2\n", "welcome\n"};
  const auto sealed = [&](std::string_view input) {
    return run_program({"sh"}, input, {.time_max = 10s, .seal = seal});
  };
  EXPECT_EQ(sealed("echo one").output, "one\n");
  EXPECT_EQ(sealed("echo one").errors, "");
  EXPECT_EQ(sealed("read x < /etc/passwd; echo $x").output, "\n");
  EXPECT_EQ(sealed("cat /etc/passwd").output, "");
  EXPECT_EQ(sealed("").exit_code, 0);
  // Behind a script that waits for it, too.
  EXPECT_EQ(run_program({"sh", "-c", "sh; true"}, "read x < /etc/passwd; echo $x",
                        {.time_max = 10s, .seal = seal})
                .output,
            "\n");
}

TEST(RunProgram, GivesAProgramThatIsNotSealedNoInput) {
  const ProgramSeal seal{"welcome\n", "welcome back"};
  const ProgramResult result =
      run_program({"sh", "-c", "read x; echo $x"}, "secret\n", {.time_max = 10s, .seal = seal});
  EXPECT_EQ(result.end, End::NotSealed);
  EXPECT_EQ(result.output, "welcome\n");
}

TEST(RunProgram, EndsAProgramThatTakesTooLong) {
  const ProgramResult result = run_program({"sleep", "60"}, "", {.time_max = 100ms});
  EXPECT_EQ(result.end, End::TimedOut);
}

TEST(RunProgram, EndsWhatTheProgramHasStartedToo) {
  const ProgramResult result = shell("sleep 60 & echo $!; wait", "", 300ms);
  EXPECT_EQ(result.end, End::TimedOut);
  const std::string stat = "/proc/" + result.output.substr(0, result.output.find('\n')) + "/stat";
  // Dying takes a moment, and whoever inherits the dead need not bury them.
  const auto is_asleep = [&] {
    std::string number;
    std::string name;
    std::string state;
    std::ifstream(stat) >> number >> name >> state;
    return !state.empty() && state != "Z" && state != "X";
  };
  for (int i = 0; i < 10'000 && is_asleep(); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(is_asleep());
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

TEST(RunProgram, SaysWhatTheProgramTook) {
  const ProgramResult idle = shell("sleep 0.05");
  EXPECT_GE(idle.wall_seconds, 0.05);
  EXPECT_LT(idle.cpu_seconds, idle.wall_seconds);
  // Both the counting shell and the inner one that it waits for.
  const ProgramResult busy =
      shell("i=0; sh -c 'exit 0'; while [ $i -lt 20000 ]; do i=$((i+1)); done");
  EXPECT_GT(busy.cpu_seconds, 0);
  // 48 MiB in one piece, read from an endless file.
  const ProgramResult big = shell("dd if=/dev/zero of=/dev/null bs=48M count=1");
  EXPECT_GE(big.memory_bytes_peak, std::uint64_t{48} << 20);
}

TEST(ProgramPath, LooksOnThePath) {
  EXPECT_TRUE(program_path("sh").ends_with("/sh"));
  EXPECT_EQ(program_path("no-such-program"), "");
  EXPECT_EQ(program_path(""), "");
  EXPECT_EQ(program_path("/dev/null"), "") << "no program";
  EXPECT_EQ(program_path(program_path("sh")), program_path("sh"));
}

using Progress = BackgroundProgram::Progress;

// A name for a file that goes with the test.
class BackgroundPrograms : public testing::Test {
 protected:
  BackgroundPrograms()
      : log_((std::filesystem::temp_directory_path() / ("clew-log-" + std::to_string(::getpid())))
                 .string()) {}
  ~BackgroundPrograms() override { std::filesystem::remove(log_); }

  static Progress end_of(BackgroundProgram& program) {
    while (program.poll() == Progress::Running) std::this_thread::sleep_for(1ms);
    return program.poll();
  }

  std::string log_;
};

TEST_F(BackgroundPrograms, SayHowTheyEnd) {
  BackgroundProgram good({"sh", "-c", "echo out; echo err >&2"}, log_);
  EXPECT_EQ(end_of(good), Progress::Succeeded);
  EXPECT_EQ(read_file(log_).bytes, "out\nerr\n");
  BackgroundProgram bad({"sh", "-c", "exit 3"}, log_);
  EXPECT_EQ(end_of(bad), Progress::Failed);
  BackgroundProgram crashing({"sh", "-c", "kill -SEGV $$"}, log_);
  EXPECT_EQ(end_of(crashing), Progress::Failed);
  BackgroundProgram missing({"no-such-program"}, log_);
  EXPECT_EQ(end_of(missing), Progress::Failed);
  BackgroundProgram nowhere({"true"}, "/no/such/folder/log");
  EXPECT_EQ(end_of(nowhere), Progress::Failed);
}

TEST_F(BackgroundPrograms, EndWithAllTheyStartedWhenNobodyWantsThem) {
  // The shell starts another program and says its number; both must go.
  pid_t inner = 0;
  {
    BackgroundProgram program({"sh", "-c", "sleep 1000 & echo $!; wait"}, log_);
    while (inner == 0) inner = static_cast<pid_t>(std::atoi(read_file(log_).bytes.c_str()));
    EXPECT_EQ(program.poll(), Progress::Running);
  }
  // It is no child of ours, so it is gone a moment later, or waits for somebody to ask for its end.
  const auto is_running = [&] {
    const std::string status = read_file("/proc/" + std::to_string(inner) + "/stat").bytes;
    return !status.empty() && status.find(") Z") == std::string::npos;
  };
  for (int i = 0; i < 5000 && is_running(); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(is_running());
}

constexpr auto always = [] { return true; };

TEST(ProgramDialogue, SendsTextAndHearsLines) {
  ProgramDialogue echo({"cat"});
  ASSERT_TRUE(echo.is_there());
  EXPECT_EQ(echo.next_line(std::chrono::milliseconds(20)), std::nullopt);
  EXPECT_TRUE(echo.send("one\ntwo", always));
  EXPECT_EQ(echo.next_line(std::chrono::seconds(10)), "one");
  EXPECT_EQ(echo.next_line(std::chrono::milliseconds(20)), std::nullopt);
  EXPECT_TRUE(echo.send(" and a half\n", always));
  EXPECT_EQ(echo.next_line(std::chrono::seconds(10)), "two and a half");
  EXPECT_TRUE(echo.is_there());
}

TEST(ProgramDialogue, NoticesThatTheOtherSideIsGone) {
  ProgramDialogue last_words({"sh", "-c", "echo bye"});
  EXPECT_EQ(last_words.next_line(std::chrono::seconds(10)), "bye");
  EXPECT_EQ(last_words.next_line(std::chrono::seconds(10)), std::nullopt);
  EXPECT_FALSE(last_words.is_there());
  EXPECT_FALSE(last_words.send("too late\n", always));  // no signal, no exception
}

TEST(ProgramDialogue, DoesNotWaitForEverForOneWhoDoesNotListen) {
  ProgramDialogue deaf({"sleep", "1000"});
  int asked = 0;
  EXPECT_FALSE(deaf.send(std::string(10'000'000, 'x'), [&] { return ++asked < 30; }));
  EXPECT_EQ(asked, 30);
  EXPECT_TRUE(deaf.is_there());
}

}  // namespace
}  // namespace clew
