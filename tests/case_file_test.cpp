#include "tests/case_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

const Titles titles = {"output", "errors"};

constexpr const char* two_cases =
    "On two lines\nwhat this is about.\n\n"
    "=== first\n\n--- no title\n\n--- output\n--- errors\nbad\n\n"
    "\n=== second\n--- output\n\n\n=== third\n";

class CaseFiles : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string file_ = folder_.write("two.cases", two_cases);
};

TEST_F(CaseFiles, GiveEachCaseItsParts) {
  const auto cases = cases_of(file_, titles);
  ASSERT_EQ(cases.size(), 3U);
  EXPECT_EQ(cases[0].name, "first");
  EXPECT_EQ(cases[0].part(""), "\n--- no title\n\n");
  EXPECT_EQ(cases[0].part("output"), "");
  EXPECT_EQ(cases[0].part("errors"), "bad\n\n");
  EXPECT_EQ(cases[1].part("output"), "\n");
  EXPECT_EQ(cases[2].part("output"), "");
}

TEST_F(CaseFiles, AreWrittenAsTheyAreRead) {
  EXPECT_EQ(read_case_file(file_, titles).text(), two_cases);
}

TEST_F(CaseFiles, GetTheCaseThatTakesThePlaceOfAnother) {
  Case third = cases_of(file_, titles)[2];
  third.set_part("", "text\n");
  third.set_part("errors", "none\n");
  EXPECT_EQ(replace_case(third, titles), "");
  EXPECT_EQ(read_file(file_).bytes, two_cases + std::string("text\n--- errors\nnone\n"));
}

TEST(CaseFilesOfTheTests, AreWrittenAsTheyAreRead) {
  const std::string folder = CLEW_SOURCE_DIR "/tests/";
  for (const char* below :
       {"malformed", "malformed/dve", "malformed/promela", "malformed/uts", "golden/cli"}) {
    for (const std::string& file : case_files_of(folder + below)) {
      const Titles all = {"diagnostics", "input", "exit", "output", "errors"};
      EXPECT_EQ(read_case_file(file, all).text(), read_file(file).bytes) << file;
    }
  }
}

}  // namespace
}  // namespace clew
