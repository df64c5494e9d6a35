// The headers that `make install` puts there are those that docs/api.md lists, what these include,
// and nothing else; they, and the examples, compile with nothing else of ours in sight.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

using Headers = std::set<std::string>;

const std::string source_folder = CLEW_SOURCE_DIR "/";

// What the first group of `form` is in every line of `text` that has it.
Headers found_in(const std::string& text, const std::string& form) {
  const std::regex line(form, std::regex::ECMAScript | std::regex::multiline);
  Headers found;
  for (std::sregex_iterator match(text.begin(), text.end(), line), end; match != end; ++match)
    found.insert((*match)[1].str());
  return found;
}

Headers listed_on_the_page() {
  return found_in(read_file(source_folder + "docs/api.md").bytes, "^\\| `(clew/[^`]*)` \\|");
}

Headers included_by(const std::string& text) {
  return found_in(text, "^#include \"(clew/[^\"]*)\"");
}

std::string text_of_header(const std::string& header) {
  const FileContent written = read_file(source_folder + "src/" + header);
  return written.error.empty() ? written.bytes
                               : read_file(CLEW_BINARY_DIR "/generated/" + header).bytes;
}

Headers with_what_they_include(const Headers& headers) {
  Headers all;
  std::vector<std::string> open(headers.begin(), headers.end());
  while (!open.empty()) {
    const std::string header = open.back();
    open.pop_back();
    if (!all.insert(header).second) continue;
    for (const std::string& next : included_by(text_of_header(header))) open.push_back(next);
  }
  return all;
}

// As a text, so that a test shows what differs.
std::string in_lines(const Headers& headers) {
  std::string lines;
  for (const std::string& header : headers) lines += header + "\n";
  return lines;
}

std::vector<std::string> examples() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder + "examples"))
    if (entry.path().extension() == ".cpp") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class InstalledHeaders : public testing::Test {
 protected:
  void SetUp() override {
    const ProgramResult result = run_program({CLEW_CMAKE, "--install", CLEW_BINARY_DIR, "--prefix",
                                              folder_.path(), "--component", "headers"},
                                             {}, {});
    ASSERT_EQ(result.end, ProgramResult::End::Exited);
    ASSERT_EQ(result.exit_code, 0) << result.errors;
  }

  std::string include_folder() const { return folder_.path() + "/include"; }

  Headers installed() const {
    Headers files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(include_folder())) {
      if (entry.is_regular_file())
        files.insert(entry.path().lexically_relative(include_folder()).generic_string());
    }
    return files;
  }

  TemporaryFolder folder_;
};

TEST_F(InstalledHeaders, AreThoseOfThePageAndWhatTheyInclude) {
  const Headers public_headers = listed_on_the_page();
  const FileContent script = read_file(source_folder + "cmake/install_headers.cmake");
  EXPECT_EQ(in_lines(found_in(script.bytes, "^  (clew/[a-z_/.]+)")), in_lines(public_headers));
  EXPECT_EQ(in_lines(installed()), in_lines(with_what_they_include(public_headers)));
}

TEST_F(InstalledHeaders, CompileWithoutTheSourceTree) {
  std::string all;
  for (const std::string& header : installed()) all += "#include \"" + header + "\"\n";
  std::vector<std::string> command = {CLEW_COMPILER, "-std=c++20", "-fsyntax-only"};
  command.insert(command.end(), {"-Wall", "-Wextra", "-Werror", "-I", include_folder()});
  command.push_back(folder_.write("all.cpp", all));
  for (const std::string& example : examples()) command.push_back(example);
  const ProgramResult result = run_program(command, {}, {std::chrono::minutes(9)});
  ASSERT_EQ(result.end, ProgramResult::End::Exited);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

TEST(PublicHeaders, AreAllThatExamplesAndPagesInclude) {
  const Headers public_headers = listed_on_the_page();
  std::vector<std::string> files = examples();
  files.push_back(source_folder + "docs/api.md");
  for (const std::string& file : files) {
    for (const std::string& header : included_by(read_file(file).bytes))
      EXPECT_TRUE(public_headers.contains(header)) << file << ": " << header;
  }
}

}  // namespace
}  // namespace clew
