// Trails that SPIN writes about the models of the zoo that go wrong, replayed: the run must end in
// what SPIN complained about.  Skipped where SPIN or a C compiler is absent.
#include <gtest/gtest.h>

#include <cstdlib>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/lang/language.hpp"
#include "clew/lang/promela/trail.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

bool is_installed(const std::string& program) {
  return run_program({program, program == "spin" ? "-V" : "-v"}, "", {}).end !=
         ProgramResult::End::NotFound;
}

struct Complaint {
  std::string what;   // the line of pan that says it
  std::string trail;  // empty: none was written
};

Complaint ask_spin(const std::string& text, const Words& spin_options) {
  const TemporaryFolder folder;
  EXPECT_EQ(write_file(folder.path() + "/m.pml", text), "");
  const auto run = [&](const Words& program) {
    Words words = {"sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path()};
    words.insert(words.end(), program.begin(), program.end());
    return run_program(words, "", {});
  };
  Words generate = {"spin", "-a"};
  generate.insert(generate.end(), spin_options.begin(), spin_options.end());
  generate.push_back("m.pml");
  run(generate);
  Words compile = is_installed("tcc") ? Words{"tcc"} : Words{"cc", "-O0"};
  for (const char* word : {"-w", "-DNOCLAIM", "-o", "pan", "pan.c"}) compile.emplace_back(word);
  run(compile);
  Complaint complaint;
  const std::string output = run({"./pan", "-m100000"}).output;
  const std::size_t begin = output.find("pan:1:");
  if (begin != std::string::npos) {
    complaint.what = output.substr(begin, output.find('\n', begin) - begin);
  }
  complaint.trail = read_file(folder.path() + "/m.pml.trail").bytes;
  return complaint;
}

std::vector<std::string> models_that_fail() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(CLEW_SOURCE_DIR) / "models/promela")) {
    if (entry.path().extension() != ".pml") continue;
    const std::string text = read_file(entry.path().string()).bytes;
    const bool fails = text.find("expect: assertions violated") != std::string::npos ||
                       text.find("expect: deadlock violated") != std::string::npos;
    if (fails && text.find("\n// define") == std::string::npos) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class SpinTrail : public testing::TestWithParam<std::string> {};

TEST_P(SpinTrail, EndsInWhatSpinComplainsAbout) {
  if (!is_installed("spin")) GTEST_SKIP() << "SPIN is not installed";
  if (!is_installed("tcc") && !is_installed("cc")) GTEST_SKIP() << "no C compiler is installed";
  const std::string text = read_file(GetParam()).bytes;
  const auto read = language_named("promela")->read({GetParam(), text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Interpreter judge(read.value());
  for (const Words& options : {Words{}, Words{"-o3"}}) {  // with statements merged, and without
    const Complaint complaint = ask_spin(text, options);
    ASSERT_NE(complaint.trail, "") << complaint.what;
    const promela::ReadTrail moves = promela::read_trail(judge, complaint.trail);
    ASSERT_TRUE(moves.moves) << moves.error;
    const Replay result = replay(judge, *moves.moves);
    ASSERT_TRUE(result.complete());
    const TraceStep& last = result.trace.steps.back();
    if (complaint.what.find("assertion violated") != std::string::npos) {
      EXPECT_NE(last.failed_assertion, nullptr) << complaint.what;
    } else {
      EXPECT_NE(complaint.what.find("invalid end state"), std::string::npos) << complaint.what;
      EXPECT_TRUE(judge.moves(last.state, [](const Move&) {}).deadlock);
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return fs::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Zoo, SpinTrail, testing::ValuesIn(models_that_fail()), test_name);

}  // namespace
}  // namespace clew
