#include "tests/model_files.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "clew/lang/language.hpp"

namespace clew {

namespace {

std::vector<std::string> files_below(const std::filesystem::path& folder, bool with_macros) {
  std::vector<std::string> files;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string file = entry.path().string();
      const bool wanted = with_macros || entry.path().extension() != ".mdve";
      if (language_for_file(file) && wanted) files.push_back(file);
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) files.emplace_back();
  return files;
}

}  // namespace

// Every test is a process of its own, which asks for the files of all suites before it begins.
std::vector<std::string> zoo_files() {
  static const std::vector<std::string> files =
      files_below(std::filesystem::path(CLEW_SOURCE_DIR) / "models", true);
  return files;
}

std::filesystem::path extra_models_folder() {
  const char* given = std::getenv("CLEW_EXTRA_MODELS");
  return given ? std::filesystem::path(given)
               : std::filesystem::path(CLEW_SOURCE_DIR) / ".." / "shared" / "models";
}

std::filesystem::path beem_folder() { return extra_models_folder() / "beem"; }

std::vector<std::string> beem_files() {
  static const std::vector<std::string> files = files_below(beem_folder(), false);
  return files;
}

std::map<std::string, std::string> definitions_in(const std::string& text) {
  std::map<std::string, std::string> definitions;
  std::istringstream in(text);
  const std::string define = "// define: ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(define)) continue;
    const std::size_t equals = line.find('=');
    definitions[line.substr(define.size(), equals - define.size())] = line.substr(equals + 1);
  }
  return definitions;
}

std::vector<std::string> annotated_questions(const std::string& text) {
  std::vector<std::string> questions;
  std::istringstream in(text);
  const std::string mark = "// expect: ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(mark)) continue;
    const std::string fact = line.substr(mark.size(), line.rfind(", path ") - mark.size());
    const std::size_t blank = fact.rfind(' ');
    const bool is_verdict = blank != std::string::npos &&
                            std::isalpha(static_cast<unsigned char>(fact[blank + 1])) != 0;
    if (is_verdict) questions.push_back(fact.substr(0, blank));
  }
  return questions;
}

std::vector<std::uint64_t> random_model_seeds() {
  const auto given = [](const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
  };
  std::vector<std::uint64_t> seeds(given("CLEW_RANDOM_MODELS", 300));
  std::iota(seeds.begin(), seeds.end(), given("CLEW_RANDOM_FIRST", 1));
  return seeds;
}

std::string file_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name.empty() ? "absent" : name;
}

}  // namespace clew
