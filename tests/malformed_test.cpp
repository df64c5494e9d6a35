// Inputs that are no models: each is refused with a place and a sentence, quickly, and none of them
// ends the program.
//
// tests/malformed/<language>/<topic>.cases has case by case (tests/case_file.hpp) what is read, and
// all that must be said about it:
//
//   === goto_number.pml
//   active proctype P() { goto 3 }
//   --- diagnostics
//   goto_number.pml:1:28: error: expected a label after 'goto', found the number 3
//       1 | active proctype P() { goto 3 }
//         |                            ^
//
// The name is that of the test, and of the file in the messages.  An input that an editor would spoil,
// that is huge, or that something else reads, is a file of this name beside, and its case, in
// files.cases, has nothing before the diagnostics.
//
// To add a case write its name and the input.  To write all diagnostics anew, after a change that is
// meant:
//
//   CLEW_UPDATE_GOLDEN=1 build/tests/clew_tests --gtest_filter='*Malformed*'
//
// and then read the difference.

#include <gtest/gtest.h>

#include <cstdlib>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "tests/case_file.hpp"

namespace clew {
namespace {

const std::string malformed_folder = CLEW_SOURCE_DIR "/tests/malformed/";
const std::string models_folder = CLEW_SOURCE_DIR "/models/";
const Titles titles = {"diagnostics"};

std::string name_of(const std::string& file) {
  return std::filesystem::path(file).stem().stem().string();
}

std::vector<Case> malformed_cases(const std::string& language) {
  std::vector<Case> cases;
  for (const std::string& file : case_files_of(malformed_folder + language)) {
    for (const Case& item : cases_of(file, titles)) cases.push_back(item);
  }
  return cases;
}

void expect_diagnostics(const Case& expected, const std::string& said) {
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    Case actual = expected;
    actual.set_part("diagnostics", said);
    ASSERT_EQ(replace_case(actual, titles), "");
    return;
  }
  EXPECT_EQ(said, expected.part("diagnostics"));
}

class Malformed : public testing::TestWithParam<Case> {};

// Files are read from their own folder, so that places and includes look the same on every machine.
TEST_P(Malformed, IsRefusedWithAPlaceAndASentence) {
  const std::string& name = GetParam().name;
  const auto folder = std::filesystem::path(GetParam().file).parent_path();
  std::string input = GetParam().part("");
  if (input.empty()) {
    const FileContent content = read_file((folder / name).string());
    ASSERT_EQ(content.error, "");
    input = content.bytes;
  }
  const Language* language = language_for_file(name);
  ASSERT_NE(language, nullptr);
  const auto folder_before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  const ReadResult<Model> result = language->read({name, input, {}});
  std::filesystem::current_path(folder_before);
  EXPECT_FALSE(result.ok());
  ASSERT_TRUE(result.diagnostics.has_errors());
  for (const Diagnostic& item : result.diagnostics.items()) {
    EXPECT_TRUE(item.span.is_known()) << item.message;
    EXPECT_FALSE(item.message.empty());
  }
  expect_diagnostics(GetParam(), result.diagnostics.text());
}

INSTANTIATE_TEST_SUITE_P(Dve, Malformed, testing::ValuesIn(malformed_cases("dve")),
                         [](const auto& test) { return name_of(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Promela, Malformed, testing::ValuesIn(malformed_cases("promela")),
                         [](const auto& test) { return name_of(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Uts, Malformed, testing::ValuesIn(malformed_cases("uts")),
                         [](const auto& test) { return name_of(test.param.name); });

TEST(MalformedFiles, HaveACaseEach) {
  for (const std::string language : {"dve", "promela", "uts"}) {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(malformed_folder + language)) {
      if (entry.is_regular_file() && entry.path().extension() != ".cases")
        files.insert(entry.path().filename().string());
    }
    std::set<std::string> cases;
    for (const Case& item : malformed_cases(language)) {
      if (item.part("").empty()) cases.insert(item.name);
    }
    EXPECT_EQ(files, cases) << language;
  }
}

// --- property expressions

class MalformedQuestion : public testing::TestWithParam<Case> {};

// The expression is the input without its line end.
TEST_P(MalformedQuestion, IsRefusedWithAPlaceAndASentence) {
  const FileContent content = read_file(models_folder + "promela/remote_reference.pml");
  const Language& language = *language_named("promela");
  auto read = language.read({"remote_reference.pml", content.bytes, {}});
  ASSERT_TRUE(read.ok());
  std::string expression = GetParam().part("");
  ASSERT_TRUE(expression.ends_with('\n'));
  expression.pop_back();
  const ReadResult<ExprId> question = language.read_expression(read.value(), expression);
  EXPECT_FALSE(question.ok());
  expect_diagnostics(GetParam(), question.diagnostics.text());
}

INSTANTIATE_TEST_SUITE_P(Promela, MalformedQuestion,
                         testing::ValuesIn(cases_of(malformed_folder + "questions.cases", titles)),
                         [](const auto& test) { return test.param.name; });

// --- good models, damaged

class DamagedModel : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const FileContent content = read_file(models_folder + GetParam());
    ASSERT_EQ(content.error, "");
    text_ = content.bytes;
  }

  ReadResult<Model> read(const std::string& text) const {
    return language_for_file(GetParam())->read({GetParam(), text, {}});
  }

  std::string text_;
};

TEST_P(DamagedModel, IsSurvivedWhereverItEnds) {
  const std::size_t system_line = text_.rfind("system ");
  for (std::size_t size = 0; size < text_.size(); size += 3) {
    const ReadResult<Model> result = read(text_.substr(0, size));
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << size << " bytes";
    // A DVE model is complete with its system line, and that comes last.
    if (result.ok() && GetParam().starts_with("dve/")) {
      EXPECT_GT(size, system_line) << size << " bytes";
    }
  }
}

TEST_P(DamagedModel, IsSurvivedWhereverItBegins) {
  for (std::size_t begin = 1; begin < text_.size(); begin += 3) {
    const ReadResult<Model> result = read(text_.substr(begin));
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << "from " << begin;
  }
}

TEST_P(DamagedModel, IsSurvivedWhateverByteIsChanged) {
  constexpr std::string_view replacements = "{};,=>.[]()!?0aZ\"\n\x80";
  for (std::size_t at = 0; at < text_.size(); at += 2) {
    std::string text = text_;
    text[at] = replacements[at / 2 % replacements.size()];
    const ReadResult<Model> result = read(text);
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << "at " << at;
  }
}

TEST_P(DamagedModel, IsTheSameWithTheLineEndsOfAnotherSystem) {
  std::string text;
  for (const char c : text_) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_TRUE(read(text).ok());
}

INSTANTIATE_TEST_SUITE_P(Dve, DamagedModel,
                         testing::Values("dve/alternating_bit.dve", "dve/constants.dve",
                                         "dve/property_looks_inside.dve"),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Promela, DamagedModel,
                         testing::Values("promela/alternating_bit.pml", "promela/macros.pml",
                                         "promela/unless_of_choice.pml",
                                         "promela/heap/linked_queue.prom"),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Uts, DamagedModel,
                         testing::Values("uts/peterson.uts", "uts/ring_of_cells.uts",
                                         "uts/syntax_collection.uts"),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace clew
