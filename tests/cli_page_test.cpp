// The page about the command line knows every option of every command.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"

namespace clew {
namespace {

std::string help_of(const std::string& command) {
  const ProgramResult run = run_program({CLEW_BINARY_DIR "/clew", command, "--help"}, "", ProgramLimits{});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  return run.output;
}

// Where a line begins with them, alone or behind a short one.
std::set<std::string> options_in(const std::string& help) {
  const std::regex option("\n  (-[A-Za-z],)?(--[a-z-]+)");
  std::set<std::string> found;
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
    found.insert((*at)[2]);
  }
  return found;
}

TEST(CommandLinePage, KnowsEveryOption) {
  const std::string page = read_file(CLEW_SOURCE_DIR "/docs/cli.md").bytes;
  std::size_t count = 0;
  for (const char* const command :
       {"check", "explore", "simulate", "draw", "translate", "ltl", "bench"}) {
    EXPECT_NE(page.find(std::string("\n## ") + command + "\n"), std::string::npos) << command;
    for (const std::string& option : options_in(help_of(command))) {
      ++count;
      const std::regex written("`[^`\n]*" + option + "[^a-z-]");
      EXPECT_TRUE(std::regex_search(page, written)) << command << " " << option;
    }
  }
  EXPECT_GT(count, 60U);
}

TEST(CommandLinePage, EveryCommandHasExamplesOfItsOwn) {
  for (const std::string command :
       {"check", "explore", "simulate", "draw", "translate", "ltl", "bench"}) {
    const std::string help = help_of(command);
    const std::size_t examples = help.find("\nExamples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    EXPECT_NE(help.find("  clew " + command + " ", examples), std::string::npos) << command;
  }
}

}  // namespace
}  // namespace clew
