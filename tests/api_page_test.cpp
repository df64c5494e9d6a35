// The C++ programs of docs/api.md, and those of examples/ that need no library, are built with the
// command that the page gives, and print what tests/golden/api holds.
//
// CLEW_UPDATE_GOLDEN=1 writes those files anew.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

struct Program {
  std::string name;
  std::string text;

  friend void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }
};

std::string page() { return read_file(CLEW_SOURCE_DIR "/docs/api.md").bytes; }

std::vector<Program> programs() {
  const std::string text = page();
  const std::string opening = "\n```cpp\n";
  std::vector<Program> found;
  for (std::size_t at = text.find(opening); at != std::string::npos;
       at = text.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size();
    found.push_back({"page_" + std::to_string(found.size() + 1),
                     text.substr(begin, text.find("\n```", begin) + 1 - begin)});
  }
  for (const char* example : {"petri_net", "sliding_puzzle"}) {
    const std::string file = std::string(CLEW_SOURCE_DIR) + "/examples/" + example + ".cpp";
    found.push_back({example, read_file(file).bytes});
  }
  return found;
}

// Nothing of Clew but clew/space/.
bool is_headers_only(const std::string& program) {
  std::istringstream lines(program);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#include \"clew/") && !line.starts_with("#include \"clew/space/")) {
      return false;
    }
  }
  return true;
}

// The command of the page that begins like this.
std::vector<std::string> command_of_page(const std::string& beginning) {
  const std::string text = page();
  const std::size_t begin = text.find(beginning);
  if (begin == std::string::npos) return {};
  std::istringstream words(text.substr(begin, text.find_first_of("`\n", begin) - begin));
  std::vector<std::string> command;
  for (std::string word; words >> word;) command.push_back(word);
  return command;
}

// The same with this machine's compiler, the program's file and the folders of the source tree.
std::vector<std::string> command_for(const Program& program, const std::string& folder) {
  const bool alone = is_headers_only(program.text);
  std::vector<std::string> command;
  for (const std::string& word :
       command_of_page(alone ? "g++ -std=c++20 -O2 -I src" : "g++ -std=c++20 -O2 -no-pie")) {
    if (word == "g++") {
      command.emplace_back(CLEW_COMPILER);
      std::istringstream options(CLEW_COMPILER_OPTIONS);
      for (std::string option; options >> option;) command.push_back(option);
    } else if (word == "program.cpp") {
      command.push_back(folder + "/program.cpp");
      if (alone) continue;
      for (const char* option :
           {"-I", "src", "-I", CLEW_BINARY_DIR "/generated", "-L", CLEW_BINARY_DIR}) {
        command.emplace_back(option);
      }
    } else {
      command.push_back(word);
    }
  }
  command.insert(command.end(), {"-o", folder + "/program"});
  return command;
}

class ApiPage : public testing::TestWithParam<Program> {};

TEST_P(ApiPage, IsBuiltAsItSays) {
  const TemporaryFolder folder;
  const Program& program = GetParam();
  ASSERT_NE(folder.write("program.cpp", program.text), "");
  const ProgramLimits limits{std::chrono::minutes(9)};
  std::filesystem::current_path(CLEW_SOURCE_DIR);
  const ProgramResult built = run_program(command_for(program, folder.path()), {}, limits);
  ASSERT_EQ(built.end, ProgramResult::End::Exited);
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  const ProgramResult run = run_program({folder.path() + "/program"}, {}, limits);
  ASSERT_EQ(run.end, ProgramResult::End::Exited) << run.errors;
  const std::string seen = "exit code " + std::to_string(run.exit_code) + "\n" + run.output;
  const std::string golden = CLEW_SOURCE_DIR "/tests/golden/api/" + program.name + ".txt";
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) std::ofstream(golden) << seen;
  EXPECT_EQ(seen, read_file(golden).bytes);
}

INSTANTIATE_TEST_SUITE_P(Examples, ApiPage, testing::ValuesIn(programs()),
                         [](const auto& instance) { return instance.param.name; });

// What is no program stands in fences without a language.
TEST(ApiPagePrograms, AreComplete) {
  for (const Program& program : programs()) {
    EXPECT_NE(program.text.find("int main()"), std::string::npos) << program.text;
  }
}

}  // namespace
}  // namespace clew
