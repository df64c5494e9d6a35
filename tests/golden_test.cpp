// What the program prints, asserted whole.  Each file of tests/golden/cli holds a command and all
// that came out of it:
//
//   $ clew check models/dve/peterson.dve
//   --- input          (optional: standard input)
//   --- exit
//   0
//   --- output
//   ...
//   --- errors
//   ...
//
// Times and memory differ from run to run and are masked.  After a change that is meant,
// CLEW_UPDATE_GOLDEN=1 writes the files anew; then read the difference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"

namespace clew {
namespace {

struct Case {
  std::string command;
  std::string input;
  std::string exit;
  std::string output;
  std::string errors;

  std::string text() const {
    const std::string input_part = input.empty() ? "" : "--- input\n" + input;
    return "$ " + command + "\n" + input_part + "--- exit\n" + exit + "--- output\n" + output +
           "--- errors\n" + errors;
  }
};

Case parse_case(const std::string& text) {
  Case result;
  std::string* section = nullptr;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("$ ")) {
      result.command = line.substr(2);
    } else if (line == "--- input") {
      section = &result.input;
    } else if (line == "--- exit") {
      section = &result.exit;
    } else if (line == "--- output") {
      section = &result.output;
    } else if (line == "--- errors") {
      section = &result.errors;
    } else if (section) {
      *section += line + "\n";
    }
  }
  return result;
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

std::vector<std::string> golden_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(CLEW_SOURCE_DIR) / "tests/golden/cli")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, OutputIsAsWritten) {
  const std::string text = read_file(GetParam()).bytes;
  const Case expected = parse_case(text);
  std::vector<std::string> words = words_of(expected.command);
  ASSERT_FALSE(words.empty());
  ASSERT_EQ(words[0], "clew");
  words[0] = std::string(CLEW_BINARY_DIR) + "/clew";
  std::filesystem::current_path(CLEW_SOURCE_DIR);
  const ProgramResult result = run_program(words, expected.input, {});
  ASSERT_EQ(result.end, ProgramResult::End::Exited);
  Case actual = expected;
  actual.exit = std::to_string(result.exit_code) + "\n";
  actual.output = masked(result.output);
  actual.errors = masked(result.errors);
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(GetParam(), actual.text()), "");
    return;
  }
  EXPECT_EQ(actual.text(), text);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, testing::ValuesIn(golden_files()), test_name);

}  // namespace
}  // namespace clew
