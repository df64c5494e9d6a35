// What the program prints, asserted whole.  The files of tests/golden/cli have case by case
// (tests/case_file.hpp) a command and all that came out of it:
//
//   === check_peterson
//   $ clew check models/dve/peterson.dve
//   --- input          (optional: standard input)
//   --- exit
//   0
//   --- output
//   ...
//   --- errors
//   ...
//
// Times and memory differ from run to run and are masked.  To add a case write its name and its
// command.  To write all of them anew, after a change that is meant:
//
//   CLEW_UPDATE_GOLDEN=1 build/tests/clew_tests --gtest_filter='*Golden.*'
//
// and then read the difference.
#include <gtest/gtest.h>

#include <cstdlib>

#include <filesystem>
#include <regex>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "tests/case_file.hpp"

namespace clew {
namespace {

const Titles titles = {"input", "exit", "output", "errors"};

std::vector<Case> golden_cases() {
  std::vector<Case> cases;
  for (const std::string& file : case_files_of(CLEW_SOURCE_DIR "/tests/golden/cli")) {
    for (const Case& item : cases_of(file, titles)) cases.push_back(item);
  }
  return cases;
}

// Words separated by blanks; single quotes keep blanks.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool started = false;
  for (const char c : command) {
    if (c == '\'') {
      quoted = !quoted;
      started = true;
    } else if (c == ' ' && !quoted) {
      if (started) words.push_back(word);
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (started) words.push_back(word);
  return words;
}

std::string masked(std::string text) {
  const std::pair<const char*, const char*> masks[] = {
      {R"([0-9]+\.[0-9]+ s\b)", "TIME s"},
      {R"([0-9.]+ (B|KiB|MiB|GiB)\b)", "MEMORY"},
      {R"re("seconds": [0-9.e+-]+)re", "\"seconds\": 0"},
      {R"re("peak_memory_bytes": [0-9]+)re", "\"peak_memory_bytes\": 0"},
      {R"re("compile_seconds": [0-9.e+-]+)re", "\"compile_seconds\": 0"},
      {R"re(compiling took [0-9.]+ s)re", "compiling took 0 s"},
      // As many as the machine has cores, and the store has tables for each.
      {R"re("threads": [0-9]+)re", "\"threads\": 0"},
      {R"re([0-9]+ threads?,)re", "0 threads,"},
      {R"re("bytes_per_state": [0-9.]+)re", "\"bytes_per_state\": 0"},
      {R"( +(TIME s|MEMORY)\n)", " $1\n"},  // columns are as wide as what stood in them
      {R"( +TIME s +MEMORY  )", "  TIME s  MEMORY  "},
  };
  for (const auto& [pattern, replacement] : masks)
    text = std::regex_replace(text, std::regex(pattern), replacement);
  return text;
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, OutputIsAsWritten) {
  const Case& expected = GetParam();
  const std::string command = expected.part("");
  ASSERT_TRUE(command.starts_with("$ ") && command.ends_with('\n'));
  std::vector<std::string> words = words_of(command.substr(2, command.size() - 3));
  ASSERT_FALSE(words.empty());
  ASSERT_EQ(words[0], "clew");
  words[0] = std::string(CLEW_BINARY_DIR) + "/clew";
  std::filesystem::current_path(CLEW_SOURCE_DIR);
  const ProgramResult result = run_program(words, expected.part("input"), {});
  ASSERT_EQ(result.end, ProgramResult::End::Exited);
  Case actual = expected;
  actual.set_part("exit", std::to_string(result.exit_code) + "\n");
  actual.set_part("output", masked(result.output));
  actual.set_part("errors", masked(result.errors));
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(replace_case(actual, titles), "");
    return;
  }
  EXPECT_EQ(actual.text(), expected.text());
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, testing::ValuesIn(golden_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace clew
