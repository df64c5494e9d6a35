// Inputs that are no models: each is refused with a place and a sentence, quickly, and none of them
// ends the program.

#include <gtest/gtest.h>

#include <cstdlib>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

constexpr const char* malformed_folder = CLEW_SOURCE_DIR "/tests/malformed/dve/";
constexpr const char* zoo_folder = CLEW_SOURCE_DIR "/models/dve/";

std::vector<std::string> malformed_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(malformed_folder)) {
    files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string without_suffix(const std::string& file) { return file.substr(0, file.find('.')); }

class Malformed : public testing::TestWithParam<std::string> {};

// What must be said about x.dve stands in expected/x.txt, whole.  After a change that is meant,
// CLEW_UPDATE_GOLDEN=1 writes the texts anew; then read the difference.
TEST_P(Malformed, IsRefusedWithAPlaceAndASentence) {
  const FileContent content = read_file(malformed_folder + GetParam());
  ASSERT_EQ(content.error, "");
  const ReadResult<Model> result =
      language_for_file(GetParam())->read({GetParam(), content.bytes, {}});
  EXPECT_FALSE(result.ok());
  ASSERT_TRUE(result.diagnostics.has_errors());
  for (const Diagnostic& item : result.diagnostics.items()) {
    EXPECT_TRUE(item.span.is_known()) << item.message;
    EXPECT_FALSE(item.message.empty());
  }
  const std::string expected_file =
      std::string(malformed_folder) + "../expected/" + without_suffix(GetParam()) + ".txt";
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(expected_file, result.diagnostics.text()), "");
  }
  EXPECT_EQ(result.diagnostics.text(), read_file(expected_file).bytes);
}

INSTANTIATE_TEST_SUITE_P(Dve, Malformed, testing::ValuesIn(malformed_files()),
                         [](const auto& test) { return without_suffix(test.param); });

// --- good models, damaged

class DamagedModel : public testing::TestWithParam<std::string> {};

TEST_P(DamagedModel, IsSurvivedWhereverItEnds) {
  const FileContent content = read_file(zoo_folder + GetParam());
  ASSERT_EQ(content.error, "");
  const std::string& text = content.bytes;
  const Language& language = *language_named("dve");
  for (std::size_t size = 0; size < text.size(); size += 3) {
    const ReadResult<Model> result = language.read({GetParam(), text.substr(0, size), {}});
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << size << " bytes";
    // A model is complete with its system line, and that comes last.
    if (result.ok()) {
      EXPECT_GT(size, text.rfind("system ")) << size << " bytes";
    }
  }
}

TEST_P(DamagedModel, IsSurvivedWhereverItBegins) {
  const FileContent content = read_file(zoo_folder + GetParam());
  ASSERT_EQ(content.error, "");
  for (std::size_t begin = 1; begin < content.bytes.size(); begin += 3) {
    const ReadResult<Model> result =
        language_named("dve")->read({GetParam(), content.bytes.substr(begin), {}});
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << "from " << begin;
  }
}

TEST_P(DamagedModel, IsSurvivedWhateverByteIsChanged) {
  const FileContent content = read_file(zoo_folder + GetParam());
  ASSERT_EQ(content.error, "");
  constexpr std::string_view replacements = "{};,=>.[]()!?0aZ\"\n\x80";
  for (std::size_t at = 0; at < content.bytes.size(); at += 2) {
    std::string text = content.bytes;
    text[at] = replacements[at / 2 % replacements.size()];
    const ReadResult<Model> result = language_named("dve")->read({GetParam(), text, {}});
    EXPECT_EQ(result.ok(), !result.diagnostics.has_errors()) << "at " << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Dve, DamagedModel,
                         testing::Values("alternating_bit.dve", "constants.dve",
                                         "property_looks_inside.dve"),
                         [](const auto& test) { return without_suffix(test.param); });

}  // namespace
}  // namespace clew
