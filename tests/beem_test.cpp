// Counts of the BEEM benchmark models, when they are there: the folder CLEW_EXTRA_MODELS names (by
// default ../shared/models beside this project) holds beem/counts.csv and the models.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "tests/model_files.hpp"

namespace clew {
namespace {

// Larger instances take longer than a test should; `make bench` has room for them.
constexpr std::uint64_t states_max = 150'000;
constexpr std::uint64_t states_max_with_macros = 35'000;

struct Instance {
  std::filesystem::path folder;  // of the collection
  std::string name;              // "peterson.1"; empty: the collection is not there
  std::uint64_t states = 0;
  std::optional<std::uint64_t> transitions;
  std::optional<std::uint64_t> deadlocks;
  std::optional<std::uint64_t> levels;

  std::string family() const { return name.substr(0, name.rfind('.')); }
  std::filesystem::path file() const { return folder / family() / (name + ".dve"); }
  std::string number() const { return name.substr(name.rfind('.') + 1); }
};

std::optional<std::uint64_t> number_or_none(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return std::stoull(text);
}

void add_instances(const std::filesystem::path& folder, std::uint64_t largest,
                   std::vector<Instance>& result) {
  std::istringstream in(read_file((folder / "counts.csv").string()).bytes);
  std::string line;
  std::getline(in, line);  // the heading
  while (std::getline(in, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    std::istringstream row(line + ",");
    std::vector<std::string> cells;
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    cells.resize(5);
    Instance instance{folder, cells[0], std::stoull(cells[1]), number_or_none(cells[2]),
                      number_or_none(cells[3]), number_or_none(cells[4])};
    if (instance.states <= largest) result.push_back(std::move(instance));
  }
}

// Those of the collection, and of a family whose processes look into each other.
std::vector<Instance> instances(std::uint64_t largest) {
  std::vector<Instance> result;
  add_instances(beem_folder(), largest, result);
  add_instances(extra_models_folder() / "foreign-looks", largest, result);
  if (result.empty()) result.push_back({});
  return result;
}

void expect_counts(const Instance& instance, const ModelSource& source) {
  auto read = language_for_file(source.name)->read(source);
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Report report = explore(read.value(), {});
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.statistics.states, instance.states);
  const Statistics& statistics = report.statistics;
  EXPECT_EQ(statistics.transitions, instance.transitions.value_or(statistics.transitions));
  EXPECT_EQ(statistics.deadlocks, instance.deadlocks.value_or(statistics.deadlocks));
  EXPECT_EQ(statistics.level_sizes.size(), instance.levels.value_or(statistics.level_sizes.size()));
  EXPECT_EQ(report.statistics.errors, 0U);
}

class Beem : public testing::TestWithParam<Instance> {};
class BeemMacros : public testing::TestWithParam<Instance> {};

TEST_P(Beem, HasThePublishedCounts) {
  const Instance& instance = GetParam();
  if (instance.name.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const std::string file = instance.file().string();
  expect_counts(instance, {file, read_file(file).bytes, {}});
}

TEST_P(BeemMacros, ExpandToTheSameModel) {
  const Instance& instance = GetParam();
  if (instance.name.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const std::filesystem::path family = instance.folder / instance.family();
  const std::string xml = read_file((family / (instance.family() + ".xml")).string()).bytes;
  const std::regex parameters("<instance +id=\"" + instance.number() +
                              "\">[^<]*<parameters>([^<]*)</parameters>");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(xml, match, parameters));
  const std::string file = (family / (instance.family() + ".mdve")).string();
  ModelSource source{file, read_file(file).bytes, {}};
  const std::string list = match[1];
  const std::regex pair("([A-Za-z_0-9]+) *= *([^, ]+)");
  for (std::sregex_iterator it(list.begin(), list.end(), pair), end; it != end; ++it) {
    source.definitions[(*it)[1]] = (*it)[2];
  }
  expect_counts(instance, source);
}

std::string test_name(const testing::TestParamInfo<Instance>& info) {
  std::string name = info.param.name.empty() ? "absent" : info.param.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, Beem, testing::ValuesIn(instances(states_max)), test_name);
INSTANTIATE_TEST_SUITE_P(Models, BeemMacros, testing::ValuesIn(instances(states_max_with_macros)),
                         test_name);

}  // namespace
}  // namespace clew
