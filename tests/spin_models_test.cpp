// Promela models that others wrote, with the counts that SPIN 6.5.2 gives: the BEEM collection (in
// the folder CLEW_EXTRA_MODELS names, by default ../shared/models beside this project) and the
// examples that come with the Debian package `spin`.  Skipped where they are absent.
#include <gtest/gtest.h>

#include <cstdlib>

#include <filesystem>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t states_max = 150'000;  // larger ones take longer than a test should
constexpr const char* examples_folder = "/usr/share/doc/spin/examples/Examples/";

struct PublicModel {
  std::string name;  // empty: the collection is not there
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  bool fails = false;   // some assertion does
  bool blocks = false;  // there is an invalid end state

  friend std::ostream& operator<<(std::ostream& out, const PublicModel& model) {
    return out << model.name;
  }
};

struct Outcome {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t errors = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
    return out << outcome.states << " states, " << outcome.transitions << " transitions, "
               << outcome.errors << " errors";
  }
};

ReadResult<Model> read_model(const std::string& path) {
  return language_named("promela")->read({path, read_file(path).bytes, {}});
}

void expect_counts(const PublicModel& expected, const Model& model) {
  const Statistics size = explore(model, {}).statistics;
  EXPECT_EQ((Outcome{size.states, size.transitions, size.errors}),
            (Outcome{expected.states, expected.transitions, 0}));
}

void expect_verdict(Model& model, const std::string& property, bool violated) {
  CheckOptions question;
  question.properties.push_back(read_property(model, property).value());
  const Report report = check(model, question);
  EXPECT_EQ(report.defect, "");
  EXPECT_EQ(name_of(report.properties[0].verdict), violated ? "violated" : "holds") << property;
}

std::string test_name(const testing::TestParamInfo<PublicModel>& info) {
  std::string name = info.param.name.empty() ? "absent" : info.param.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

// --- BEEM ----------------------------------------------------------------------------------------

fs::path beem_folder() {
  const char* given = std::getenv("CLEW_EXTRA_MODELS");
  const fs::path models =
      given ? fs::path(given) : fs::path(CLEW_SOURCE_DIR) / ".." / "shared" / "models";
  return models / "beem";
}

// spin-counts.csv: model,states,transitions,... with the initial state booked as a transition.
std::vector<PublicModel> beem_models() {
  std::vector<PublicModel> result;
  std::istringstream in(read_file((beem_folder() / "spin-counts.csv").string()).bytes);
  std::string line;
  std::getline(in, line);  // the heading
  while (std::getline(in, line)) {
    std::istringstream row(line);
    PublicModel model;
    std::string states;
    std::string transitions;
    std::getline(row, model.name, ',');
    std::getline(row, states, ',');
    std::getline(row, transitions, ',');
    if (transitions.empty() || std::stoull(states) > states_max) continue;
    model.states = std::stoull(states);
    model.transitions = std::stoull(transitions) - 1;
    result.push_back(model);
  }
  if (result.empty()) result.push_back({});
  return result;
}

class BeemPromela : public testing::TestWithParam<PublicModel> {};

TEST_P(BeemPromela, HasTheCountsOfSpin) {
  const PublicModel& expected = GetParam();
  if (expected.name.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const std::string family = expected.name.substr(0, expected.name.rfind('.'));
  auto read = read_model((beem_folder() / family / (expected.name + ".pm")).string());
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  expect_counts(expected, without_claim(read.value()));
}

INSTANTIATE_TEST_SUITE_P(Models, BeemPromela, testing::ValuesIn(beem_models()), test_name);

// --- the examples of the package -----------------------------------------------------------------

const std::vector<PublicModel>& example_models() {
  static const std::vector<PublicModel> models = {
      {"Book_1991/p101", 4, 3, false, true},
      {"Book_1991/p102", 19, 21, false, false},
      {"Book_1991/p104.1", 2, 1, false, true},
      {"Book_1991/p104.2", 1594, 3109, false, false},
      {"Book_1991/p105.1", 33, 47, false, true},
      {"Book_1991/p105.2", 94, 149, false, false},
      {"Book_1991/p107", 3, 2, false, true},
      {"Book_1991/p116", 29, 38, true, true},
      {"Book_1991/p117", 354, 828, false, true},
      {"Book_1991/p123", 132, 204, false, false},
      {"Book_1991/p248", 219, 374, false, false},
      {"Book_1991/p312", 160, 185, true, false},
      {"Book_1991/p319", 2066, 5227, false, true},
      {"Book_1991/p320", 81, 116, false, false},
      {"Book_1991/p94", 11, 12, false, false},
      {"Book_1991/p95.1", 3, 2, false, false},
      {"Book_1991/p95.2", 6, 5, false, false},
      {"Book_1991/p96.1", 20, 24, false, true},
      {"Book_1991/p96.2", 48, 65, false, false},
      {"Book_1991/p97.1", 9, 9, false, true},
      {"Book_1991/p97.2", 41, 66, false, false},
      {"Book_1991/p99", 11, 10, false, false},
      {"Exercises/ex_1a", 256, 256, false, false},
      {"Exercises/ex_1f", 7, 6, false, true},
      {"Exercises/ex_2", 2, 2, false, false},
      {"Exercises/ex_3a", 48, 96, false, false},
      {"Exercises/ex_3b", 43, 60, false, false},
      {"Exercises/ex_3c", 429, 858, true, false},
      {"Exercises/ex_4", 26, 28, false, true},
      {"Exercises/ex_5", 137, 238, false, false},
      {"LTL/bakery", 6196, 9850, false, false},
      {"LTL/diskhead", 217, 243, false, false},
      {"LTL/ltl_always_eventually", 3, 2, false, false},
      {"LTL/mobile1", 32668, 98267, false, false},
      {"LTL/mobile2", 10865, 32687, false, false},
      {"LTL/salesman1", 2015, 2035, false, true},
      {"LTL/salesman2", 798, 797, false, true},
      {"LTL/zune", 743, 1112, false, false},
      {"abp", 12, 14, false, false},
      {"calculator", 572, 913, false, false},
      {"eratosthenes", 47669, 177715, false, false},
      {"for_example", 32, 31, false, false},
      {"for_select_example", 410, 422, true, false},
      {"hello", 3, 2, false, false},
      {"leader0", 41692, 169689, false, false},
      {"loops", 17, 21, false, false},
      {"manna_pnueli", 117, 282, false, false},
      {"pathfinder", 12, 14, false, true},
      {"peterson", 55, 98, false, false},
      {"sat", 24, 30, true, false},
      {"test_mtype", 21, 28, true, true},
      {"welfare", 53, 57, false, false},
      {"werkplaats", 1600, 4041, false, true},
  };
  return models;
}

class SpinExample : public testing::TestWithParam<PublicModel> {};

TEST_P(SpinExample, HasTheCountsAndVerdictsOfSpin) {
  const PublicModel& expected = GetParam();
  const std::string path = examples_folder + expected.name + ".pml";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  auto read = read_model(path);
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  Model model = without_claim(read.value());
  expect_counts(expected, model);
  expect_verdict(model, "assertions", expected.fails);
  expect_verdict(model, "deadlock", expected.blocks);
}

// pan: ref to uninitialized chan name (len)
TEST(SpinExamples, AFormulaAboutAChannelThatIsNeverMadeHasNoValue) {
  const std::string path = std::string(examples_folder) + "LTL/ltl_example.pml";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  auto read = read_model(path);
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  CheckOptions options;
  options.properties = {read_property(read.value(), "c6").value()};
  const Report report = check(read.value(), options);
  ASSERT_EQ(report.properties.size(), 1U);
  EXPECT_EQ(report.properties[0].verdict, Verdict::Unknown);
  EXPECT_EQ(report.properties[0].reason, Reason::Error);
  EXPECT_EQ(
      report.properties[0].reason_text,
      "the guard '(len(q) < 2) and (not (len(q) > 0))' of the claim has no value: the channel "
      "variable holds no channel");
}

TEST(SpinExamples, WithTraceAssertionsAreRefusedByName) {
  const std::string path = std::string(examples_folder) + "leader_trace.pml";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  const auto read = read_model(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.diagnostics.items().front().message, "'notrace' assertions are not supported");
}

INSTANTIATE_TEST_SUITE_P(Models, SpinExample, testing::ValuesIn(example_models()), test_name);

}  // namespace
}  // namespace clew
