// Inputs that are no models: each is refused with a place and a sentence, quickly, and none of them
// ends the program.

#include <gtest/gtest.h>

#include <cstdlib>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

const std::string malformed_folder = CLEW_SOURCE_DIR "/tests/malformed/";
const std::string models_folder = CLEW_SOURCE_DIR "/models/";

// "dve/comment_only.dve" and so on: the files of a language's folder, without its subfolders.
std::vector<std::string> malformed_files(const std::string& language) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(malformed_folder + language)) {
    if (!entry.is_regular_file()) continue;
    files.push_back(language + "/" + entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of(const std::string& file) {
  return std::filesystem::path(file).stem().stem().string();
}

class Malformed : public testing::TestWithParam<std::string> {};

// What must be said about dve/x.dve stands in expected/dve/x.txt, whole.  After a change that is
// meant, CLEW_UPDATE_GOLDEN=1 writes the texts anew; then read the difference.  Files are read from
// their own folder, so that places and includes look the same on every machine.
TEST_P(Malformed, IsRefusedWithAPlaceAndASentence) {
  const std::filesystem::path file(GetParam());
  const FileContent content = read_file(malformed_folder + GetParam());
  ASSERT_EQ(content.error, "");
  const auto folder_before = std::filesystem::current_path();
  std::filesystem::current_path(malformed_folder + file.parent_path().string());
  const ReadResult<Model> result =
      language_for_file(GetParam())->read({file.filename().string(), content.bytes, {}});
  std::filesystem::current_path(folder_before);
  EXPECT_FALSE(result.ok());
  ASSERT_TRUE(result.diagnostics.has_errors());
  for (const Diagnostic& item : result.diagnostics.items()) {
    EXPECT_TRUE(item.span.is_known()) << item.message;
    EXPECT_FALSE(item.message.empty());
  }
  const std::string expected_file = malformed_folder + "expected/" + file.parent_path().string() +
                                    "/" + name_of(GetParam()) + ".txt";
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(expected_file, result.diagnostics.text()), "");
  }
  EXPECT_EQ(result.diagnostics.text(), read_file(expected_file).bytes);
}

INSTANTIATE_TEST_SUITE_P(Dve, Malformed, testing::ValuesIn(malformed_files("dve")),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Promela, Malformed, testing::ValuesIn(malformed_files("promela")),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Uts, Malformed, testing::ValuesIn(malformed_files("uts")),
                         [](const auto& test) { return name_of(test.param); });

// --- property expressions

// Cases of tests/malformed/questions.txt: a line "? EXPRESSION", then what is said about it.
TEST(MalformedQuestion, IsRefusedWithAPlaceAndASentence) {
  const std::string file = malformed_folder + "questions.txt";
  const FileContent content = read_file(models_folder + "promela/remote_reference.pml");
  const Language& language = *language_named("promela");
  const auto read = language.read({"remote_reference.pml", content.bytes, {}});
  ASSERT_TRUE(read.ok());
  std::string said;
  std::istringstream expected(read_file(file).bytes);
  for (std::string line; std::getline(expected, line);) {
    if (!line.starts_with("? ")) continue;
    Model model = read.value();
    const ReadResult<ExprId> question = language.read_expression(model, line.substr(2));
    EXPECT_FALSE(question.ok()) << line;
    said += line + "\n" + question.diagnostics.text();
  }
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(file, said), "");
  }
  EXPECT_EQ(said, read_file(file).bytes);
}

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
