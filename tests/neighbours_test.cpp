// The program among others: signals that end it, descriptors that are closed, programs that lie about, and
// folders of other users.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;
using End = ProgramResult::End;

const std::string clew_program = CLEW_BINARY_DIR "/clew";
const std::string models = CLEW_SOURCE_DIR "/models/";

class Neighbours : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  void put_script(const std::string& name, const std::string& text) const {
    const std::string file = folder_.write(name, "#!/bin/sh\n" + text);
    fs::permissions(file, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  }
  // `clew` and `models` are variables of the script.
  static ProgramResult shell(const std::string& script) {
    return run_program({"sh", "-c", "clew=" + clew_program + " models=" + models + "\n" + script},
                       "", {});
  }

  const TemporaryFolder folder_;
};

// --- signals

// Runs with a compiler that sends signals and never ends, and says where its files lay.
class NeighboursSignals : public Neighbours {
 protected:
  ProgramResult run(const std::string& signals, const std::string& options) const {
    put_script("cc", "[ \"$1\" = --version ] && { echo cc 1; exit; }\necho \"$TMPDIR\" > " +
                         path("seen") + "\n" + signals + "\nexec sleep 600\n");
    fs::create_directory(path("tmp"));
    return shell("export CLEW_CC=" + path("cc") + " CLEW_CACHE=off TMPDIR=" + path("tmp") +
                 "\nexec $clew check $models/promela/philosophers.pml -D N=14 --quiet " + options);
  }
  void expect_nothing_left() const {
    const std::string seen = read_file(path("seen")).bytes;
    EXPECT_TRUE(seen.starts_with(path("tmp") + "/clew-")) << seen;
    EXPECT_TRUE(fs::is_empty(path("tmp")));
  }
};

TEST_F(NeighboursSignals, ALostTerminalEndsARunAndItsTemporaryFiles) {
  EXPECT_EQ(run("kill -HUP $PPID", "-e explicit").end, End::Crashed);
  expect_nothing_left();
}

TEST_F(NeighboursSignals, ASecondInterruptDoes) {
  // Until it is gone: the first only asks it to stop.
  (void)run("while kill -INT $PPID; do :; done", "-e explicit");
  expect_nothing_left();
}

TEST_F(NeighboursSignals, WhoeverIgnoresAHangUpGoesOn) {
  const ProgramResult result =
      shell("trap '' HUP\nexec sh -c 'kill -HUP $$; exec " + clew_program + " check " + models +
            "dve/lock_order.dve --quiet -p assertions'");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "holds     assertions  exhaustive\n");
}

// --- descriptors and programs

TEST_F(Neighbours, MayHaveClosedStandardInput) {
  const ProgramResult result =
      shell("$clew check $models/dve/philosophers.mdve -p assertions --quiet <&-");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "holds     assertions  exhaustive\n");
  EXPECT_EQ(shell("$clew explore - --lang dve <&-").errors,
            "standard input:1:1: error: the file is empty: expected a DVE model\n");
  EXPECT_EQ(shell("$clew check $models/dve/philosophers.mdve --quiet >&-").exit_code, 2);
  EXPECT_EQ(
      shell("$clew check $models/dve/philosophers.mdve -p assertions --quiet <&- 2>&-").output,
      "holds     assertions  exhaustive\n");
}

TEST_F(Neighbours, MayHaveClosedStandardInputOfADrawing) {
  if (program_path("dot").empty()) GTEST_SKIP() << "Graphviz is not installed";
  const ProgramResult result =
      shell("$clew draw $models/dve/lock_order.dve --format svg <&- | grep -c '</svg>'");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "1\n");
}

TEST_F(Neighbours, DoNotDecideWhatIsRun) {
  for (const char* const name : {"m4", "dot", "cc", "env", "z3"}) {
    put_script(name, "touch " + path("was_run") + "\n");
  }
  const ProgramResult result = shell("cd " + folder_.path() +
                                     "\nPATH=:.:$PATH: CLEW_CACHE=off $clew check "
                                     "$models/dve/philosophers.mdve -p assertions --quiet");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "holds     assertions  exhaustive\n");
  EXPECT_FALSE(fs::exists(path("was_run")));
}

// --- names that others chose

// A model whose file and texts hold what would steer a terminal or break a picture.
class NeighboursNames : public Neighbours {
 protected:
  NeighboursNames() {
    const std::string text =
        "active proctype P() { byte x; printf(\"\x1b]0;a\x07 \xc2\x9b \xff\"); x = 1 }\n";
    file_ = folder_.write("a\x1b[31m]]>&\"\xff.pml", text);
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), clew_program);
    return run_program(arguments, "", {});
  }
  static bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
  }

  std::string file_;
};

TEST_F(NeighboursNames, DoNotSteerATerminal) {
  if (program_path("script").empty()) GTEST_SKIP() << "'script', which has a terminal, is not here";
  const WithEnvironment name("CLEW_TEST_FILE", file_);
  const ProgramResult result =
      run_program({"script", "-qec",
                   clew_program + " simulate \"$CLEW_TEST_FILE\" --random 2 --color never; " +
                       clew_program + " explore \"$CLEW_TEST_FILE\" --color always",
                   "/dev/null"},
                  "", {});
  std::string shown = result.output;
  std::erase(shown, '\r');
  EXPECT_TRUE(has_line(shown, "  1  P: printf(\"\\x1b]0;a\\x07 \\x9b \\xff\")   line 1")) << shown;
  EXPECT_TRUE(has_line(shown, "       P prints: \\x1b]0;a\\x07 \\x9b \\xff")) << shown;
  const std::size_t finished = shown.find("finished\x1b[0m");  // our own colour
  ASSERT_NE(finished, std::string::npos) << shown;
  EXPECT_NE(shown.find("a\\x1b[31m]]>&\"\\xff.pml: every", finished), std::string::npos) << shown;
}

TEST_F(NeighboursNames, DoNotSteerATerminalInDiagnostics) {
  EXPECT_EQ(run({"check", file_ + "\n\xe2\x80\xae"}).errors,
            folder_.path() + "/a\\x1b[31m]]>&\"\\xff.pml\\n\\u202e: error: no such file\n");
  const std::string model = folder_.write("e.pml", "#error \x1b[31m\xe2\x80\xae\n");
  EXPECT_EQ(run({"check", model}).errors, model +
                                              ":1:2: error: #error \\x1b[31m\\u202e\n"
                                              "    1 | #error ?[31m???\n"
                                              "      |  ^~~~~\n");
}

TEST_F(NeighboursNames, LeaveXmlWellFormed) {
  const std::string uppaal = run({"translate", file_, "--to", "uppaal"}).output;
  EXPECT_TRUE(has_line(uppaal, "// a?[31m]]&gt;&amp;&quot;?, written by Clew for UPPAAL."))
      << uppaal;
  const std::string chart =
      run({"draw", file_, "--msc", "--format", "svg", "-p", "reach: P:x == 1"}).output;
  EXPECT_TRUE(has_line(chart, "<title>a?[31m]]&gt;&amp;&quot;?</title>")) << chart;
  if (program_path("dot").empty()) GTEST_SKIP() << "Graphviz is not installed";
  const std::string graph = run({"draw", file_, "--format", "svg"}).output;
  EXPECT_TRUE(has_line(graph, "<title>a [31m]]&gt;&amp;&quot;?</title>")) << graph;
}

// --- files that nobody asked for

TEST_F(Neighbours, DoNotChooseTheFileOfPropertiesBesideAModel) {
  fs::create_directory(path("model"));
  folder_.write("model/m.dve", "byte x;\nprocess P { state s; init s; }\nsystem async;\n");
  const std::string secret = folder_.write("secret", "tellnobody\n");
  fs::create_symlink(secret, path("model/m.ltl"));
  const ProgramResult result = shell("$clew check -p errors " + path("model/m.dve"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, path("model/m.ltl") +
                               ": warning: passed over: it lies outside of the folders that may be read\n"
                               "help: '--properties " +
                               path("model/m.ltl") + "' says more\n");
  // Whoever names it wants it.
  EXPECT_NE(shell("$clew check " + path("model/m.dve") + " --properties " + path("model/m.ltl"))
                .errors.find("tellnobody"),
            std::string::npos);
}

// --- folders of others

TEST_F(Neighbours, FindNothingWrittenIntoTheirHome) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  fs::create_directory(path("home"));
  ASSERT_EQ(::chown(path("home").c_str(), 12345, 12345), 0);
  for (const std::string& set : {"HOME=" + path("home"), "XDG_CACHE_HOME=" + path("home")}) {
    const ProgramResult result =
        shell("unset CLEW_CACHE XDG_CACHE_HOME\n" + set +
              " $clew explore $models/dve/lock_order.dve --quiet >/dev/null");
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(fs::is_empty(path("home"))) << set;
  }
}

TEST_F(Neighbours, WithoutAHomeCanRunIt) {
  if (::geteuid() != 0 || program_path("setpriv").empty()) {
    GTEST_SKIP() << "only root can be somebody else, with 'setpriv'";
  }
  const auto as_nobody = [](const std::string& command) {
    return shell(
        "unset CLEW_CACHE XDG_CACHE_HOME\nHOME=/nonexistent setpriv --reuid=65534 "
        "--regid=65534 --clear-groups " +
        command);
  };
  if (as_nobody("test -x $clew -a -r $models/dve/lock_order.dve").exit_code != 0) {
    GTEST_SKIP() << "nobody else may read these files";
  }
  const ProgramResult result =
      as_nobody("$clew check $models/dve/lock_order.dve -p assertions --quiet");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "holds     assertions  exhaustive\n");
}

}  // namespace
}  // namespace clew
