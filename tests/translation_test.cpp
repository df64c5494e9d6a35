// A model and its translation into the other language have equally many states and moves: on the
// zoo, on the BEEM collection where it is, and on random models.  SPIN, where it is installed, counts
// some of the translations too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/export/dve.hpp"
#include "clew/export/promela.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "random_model.hpp"
#include "tests/model_size.hpp"
#include "tests/random_promela.hpp"
#include "tests/spin.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t states_max = 20'000;
constexpr std::uint64_t spin_states_max = states_max;

struct StateHash {
  std::size_t operator()(const State& state) const { return hash_value(state); }
};

// Nothing if it is too large for a test.
std::optional<Size> size_of(const Model& model) {
  const Interpreter judge(model);
  Size size;
  std::unordered_set<State, StateHash> states{judge.initial_state()};
  std::deque<State> frontier{judge.initial_state()};
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (move.target && states.insert(*move.target).second) frontier.push_back(*move.target);
    });
    size.transitions += expansion.moves;
    size.errors += expansion.errors;
    size.deadlocks += expansion.deadlock ? 1 : 0;
    if (states.size() > states_max) return std::nullopt;
  }
  size.states = states.size();
  return size;
}

std::optional<Model> read(const std::string& language, const std::string& name,
                          const std::string& text) {
  ReadResult<Model> result = language_named(language)->read({name, text, {}});
  if (!result.ok()) return std::nullopt;
  return without_claim(std::move(result.value()));
}

// With the definitions that the model's own comments ask for.
std::optional<Model> read_zoo(const std::string& path) {
  ModelSource source{path, read_file(path).bytes, {}};
  const std::string marker = "// define: ";
  std::istringstream lines(source.text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (!line.starts_with(marker) || equals == std::string::npos) continue;
    source.definitions[line.substr(marker.size(), equals - marker.size())] =
        line.substr(equals + 1);
  }
  ReadResult<Model> result = language_for_file(path)->read(source);
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  if (!result.ok()) return std::nullopt;
  return without_claim(std::move(result.value()));
}

// What the model's own comments promise; 0 if they do not.
std::uint64_t states_expected(const std::string& path) {
  const std::string text = read_file(path).bytes;
  const std::string marker = "// expect: states ";
  const std::size_t found = text.find(marker);
  if (found == std::string::npos) return 0;
  return std::strtoull(text.c_str() + found + marker.size(), nullptr, 10);
}

// The models that are small enough to be counted twice.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string path = entry.path().string();
    if (language_for_file(path) && states_expected(path) <= states_max) {
      files.push_back(entry.path().filename().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const testing::TestParamInfo<std::string>& file) {
  if (file.param.empty()) return "absent";
  std::string name = file.param.substr(file.param.find_last_of('/') + 1);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// Where the model has errors the sizes may differ, but the errors do not get lost silently: some
// are left, or a note in the text says what became of them.
void expect_errors(const Size& found, const std::string& text) {
  if (found.errors > 0) return;
  EXPECT_NE(text.find("an error there"), std::string::npos) << text;
}

// True if the sizes were compared, which says nothing where there are errors.
bool expect_same_in_promela(const Size& expected, const Encoded& encoded) {
  EXPECT_EQ(encoded.refusal, "");
  const std::optional<Model> again = read("promela", "again.pml", encoded.text);
  EXPECT_TRUE(again) << encoded.text;
  if (!again) return false;
  const std::optional<Size> found = size_of(*again);
  EXPECT_TRUE(found) << encoded.text;
  if (!found) return false;
  if (expected.errors > 0) {
    expect_errors(*found, encoded.text);
    return false;
  }
  if (found->errors > 0) {  // never silently
    EXPECT_NE(encoded.text.find("is an error here"), std::string::npos) << encoded.text;
    return false;
  }
  EXPECT_EQ(*found, expected) << encoded.text;
  return true;
}

// The same.  DVE knows no proper end.
bool expect_same_in_dve(Size expected, const Encoded& encoded) {
  EXPECT_EQ(encoded.refusal, "");
  const std::optional<Model> again = read("dve", "again.dve", encoded.text);
  EXPECT_TRUE(again) << encoded.text;
  if (!again) return false;
  const std::optional<Size> found = size_of(*again);
  EXPECT_TRUE(found) << encoded.text;
  if (!found) return false;
  if (expected.errors > 0) {
    expect_errors(*found, encoded.text);
    return false;
  }
  if (found->errors > 0) {  // never silently
    EXPECT_NE(encoded.text.find("has 16 bits here"), std::string::npos) << encoded.text;
    return false;
  }
  EXPECT_GE(found->deadlocks, expected.deadlocks);
  expected.deadlocks = found->deadlocks;
  EXPECT_EQ(*found, expected) << encoded.text;
  return true;
}

// --- DVE to Promela

const std::map<std::string, std::string>& refused_in_promela() {
  static const std::string at_once = "all processes move at once, and in Promela they take turns";
  static const std::map<std::string, std::string> list = {
      {"number_types.dve",
       "variable 'k' ranges over 0..8, for which Promela has no type, and 'guard Receiver.done; effect "
       "k = k + 1, wide = wide + 1, flag = not flag;' may take it out of that range, an error that a "
       "wider type would hide"},
      {"rendezvous_order.dve",
       "'guard where == 1; sync pair?{where, box[where]}; effect got = box[1], box[1] = 0;' in "
       "'Receiver' receives an index and an element at that index at once, and Promela would use "
       "the new index"},
      {"synchronous_conflict.dve", at_once},
      {"synchronous_counter.dve", at_once},
      {"synchronous_rotation.dve", at_once},
      {"traffic_lights.dve", at_once},
  };
  return list;
}

class DveAsPromela : public testing::TestWithParam<std::string> {};

TEST_P(DveAsPromela, HasAsManyStatesAndMoves) {
  const auto model = read_zoo(CLEW_SOURCE_DIR "/models/dve/" + GetParam());
  ASSERT_TRUE(model);
  const auto refused = refused_in_promela().find(GetParam());
  if (refused != refused_in_promela().end()) {
    EXPECT_EQ(to_promela(*model).refusal, refused->second);
    return;
  }
  const std::optional<Size> expected = size_of(*model);
  ASSERT_TRUE(expected) << "too large to be counted here";
  expect_same_in_promela(*expected, to_promela(*model));
}

INSTANTIATE_TEST_SUITE_P(Zoo, DveAsPromela,
                         testing::ValuesIn(files_in(CLEW_SOURCE_DIR "/models/dve")), test_name);

class DveAsPromelaForSpin : public testing::TestWithParam<std::string> {};

TEST_P(DveAsPromelaForSpin, HasTheCountsOfSpin) {
  if (!spin_is_installed()) GTEST_SKIP() << "spin is not installed";
  const auto model = read_zoo(CLEW_SOURCE_DIR "/models/dve/" + GetParam());
  ASSERT_TRUE(model);
  const std::optional<Size> expected = size_of(*model);
  ASSERT_TRUE(expected && expected->states <= spin_states_max);
  SpinQuestion question;
  question.with_verdicts = false;
  const SpinAnswer answer = ask_spin(to_promela(*model).text, question);
  ASSERT_EQ(answer.refusal, "");
  EXPECT_EQ(answer.states, expected->states);
  EXPECT_EQ(answer.transitions, expected->transitions);
}

INSTANTIATE_TEST_SUITE_P(Zoo, DveAsPromelaForSpin,
                         testing::Values("buffer_order.dve", "commit_chains.dve", "constants.dve",
                                         "drink_dispenser.dve", "leader_ring.mdve",
                                         "two_phase_commit.mdve"),
                         test_name);

fs::path beem_folder() {
  const char* given = std::getenv("CLEW_EXTRA_MODELS");
  return (given ? fs::path(given) : fs::path(CLEW_SOURCE_DIR) / ".." / "shared" / "models") /
         "beem";
}

// Those of the published list that are small enough; one empty name if there is no such list.
std::vector<std::string> beem_models() {
  std::vector<std::string> models;
  std::istringstream lines(read_file((beem_folder() / "counts.csv").string()).bytes);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find(','));
    const std::uint64_t states = std::strtoull(line.c_str() + name.size() + 1, nullptr, 10);
    const std::string file = name.substr(0, name.rfind('.')) + "/" + name + ".dve";
    // The larger ones of a family say nothing new.
    const bool is_first = name.ends_with(".1") || name.ends_with(".2");
    if (!is_first || states == 0 || states > states_max) continue;
    if (fs::exists(beem_folder() / file)) models.push_back(file);
  }
  if (models.empty()) models.emplace_back();
  std::sort(models.begin(), models.end());
  return models;
}

class BeemAsPromela : public testing::TestWithParam<std::string> {};

TEST_P(BeemAsPromela, HasAsManyStatesAndMoves) {
  if (GetParam().empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const auto model = read_zoo((beem_folder() / GetParam()).string());
  ASSERT_TRUE(model);
  const std::optional<Size> expected = size_of(*model);
  ASSERT_TRUE(expected) << "too large to be counted here";
  expect_same_in_promela(*expected, to_promela(*model));
}

INSTANTIATE_TEST_SUITE_P(Models, BeemAsPromela, testing::ValuesIn(beem_models()), test_name);

// --- Promela to DVE

const std::map<std::string, std::string>& refused_in_dve() {
  static const std::string who_takes_part =
      "what 'P' does depends on whether somebody takes part in 'c!1', which DVE cannot say";
  static const std::string which_channel =
      "'P' uses a channel that only the state tells, which DVE cannot say";
  static const std::string where =
      "'Q' asks where a process is, which is translated of the claim only";
  static const std::string who =
      "'Q' asks what processes are there or can do, which DVE cannot say";
  static const std::string timeout = "'P' waits for a timeout, which DVE has not";
  static const std::map<std::string, std::string> list = {
      {"channels_of_records.pml", which_channel},
      {"poll_gives_the_position.pml", "'c!!green' in 'P' sends in order, which is not translated"},
      {"d_step_receives_first_option.pml",
       "the d_step of 'R' at 'c?x' begins with a choice that a handshake decides"},
      {"atomic_handed_on_twice.pml",
       "what 'Q' does depends on whether somebody takes part in 'b!1', which DVE cannot say"},
      {"atomic_handed_over.pml", who_takes_part},
      {"atomic_loop.pml",
       "the atomic block of 'P' at 'x < 3' takes too many paths to write them down"},
      {"atomic_lost_at_rendezvous.pml", who_takes_part},
      {"atomic_sender_waits.pml", who_takes_part},
      {"channel_in_record.pml", which_channel},
      {"channel_over_channel.pml", which_channel},
      {"channel_variable_initialised.pml", which_channel},
      {"else_beside_send.pml", who_takes_part},
      {"enabled.pml", who},
      {"enabled_in_assignment.pml", who},
      {"label_referred_to_is_a_step.pml", where},
      {"message_fields_truncate.pml",
       "'c!300, 70000, 70000' in 'P' sends a value of 32 bits through a buffer, and DVE keeps 16"},
      {"remote_reference.pml", where},
      {"remote_reference_to_the_second.pml", where},
      {"send_sorted.pml", "'c!!2, 1' in 'P' sends in order, which is not translated"},
      {"send_sorted_in_a_race.pml", "'c!!1' in 'P' sends in order, which is not translated"},
      {"sorted_before_truncated.pml", "'c!!-1, 0' in 'P' sends in order, which is not translated"},
      {"timeout_as_clock.pml", timeout},
      {"timeout_beside_send.pml", timeout},
      {"timeout_for_all.pml", timeout},
      {"timeout_in_atomic.pml", timeout},
      {"timeout_in_expression.pml", timeout},
  };
  return list;
}

// All processes are there from the beginning, and there is no heap.
bool is_static(const Model& model) {
  for (const Action& action : model.actions) {
    for (const Instruction& step : action.effect) {
      if (step.kind == Instruction::Kind::Start) return false;
    }
  }
  return model.object_types.empty();
}

class PromelaAsDve : public testing::TestWithParam<std::string> {};

TEST_P(PromelaAsDve, HasAsManyStatesAndMoves) {
  const auto model = read_zoo(CLEW_SOURCE_DIR "/models/promela/" + GetParam());
  ASSERT_TRUE(model);
  const Encoded encoded = to_dve(*model);
  const auto refused = refused_in_dve().find(GetParam());
  if (!is_static(*model)) {
    EXPECT_NE(encoded.refusal, "");
  } else if (refused != refused_in_dve().end()) {
    EXPECT_EQ(encoded.refusal, refused->second);
  } else {
    ASSERT_EQ(encoded.refusal, "");
    const std::optional<Size> expected = size_of(*model);
    ASSERT_TRUE(expected) << "too large to be counted here";
    expect_same_in_dve(*expected, encoded);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, PromelaAsDve,
                         testing::ValuesIn(files_in(CLEW_SOURCE_DIR "/models/promela")), test_name);

// Does some assertion fail, on some way to somewhere?
bool fails(const Model& model) {
  CheckOptions options;
  for (const Property& property : properties_of(model)) {
    if (property.kind == PropertyKind::Assertions) options.properties.push_back(property);
  }
  const Report report = check(model, options);
  return std::any_of(report.properties.begin(), report.properties.end(),
                     [](const auto& result) { return result.verdict == Verdict::Violated; });
}

TEST(PromelaAsDve, FailsWhereItFailed) {
  const std::vector<std::pair<std::string, bool>> models = {
      {"byte x; active proctype P() { x = 1; assert(x == 1) }", false},
      {"byte x; active proctype P() { x = 1; assert(x == 2) }", true},
      {"byte x; active proctype P() { atomic { x = 1; assert(x == 1); x = 2 } }", false},
      {"byte x; active proctype P() { atomic { x = 1; assert(x == 0); x = 2 } }", true},
      {"byte x; active proctype P() { if :: x == 1 -> assert(false) :: else fi }", false},
      {"byte x; active proctype P() { d_step { x == 0 -> assert(x == 1) } }", true},
      {"byte x; active proctype P() { assert(x == 0) } active proctype Q() { x = 1; x = 0 }", true},
      {"byte x; active proctype P() provided (x == 0) { assert(x == 0) } "
       "active proctype Q() { x = 1; x = 0 }",
       false},
      // Nobody gets behind the send where the channel is full.
      {"chan c = [1] of { byte }; byte x; "
       "active proctype P() { c!1; x = 1; atomic { c!2; assert(x == 0) } }",
       false},
      {"chan c = [2] of { byte }; byte x; "
       "active proctype P() { c!1; x = 1; atomic { c!2; assert(x == 0) } }",
       true},
  };
  for (const auto& [text, expected] : models) {
    SCOPED_TRACE(text);
    const auto model = read("promela", "given.pml", text);
    ASSERT_TRUE(model);
    EXPECT_EQ(fails(*model), expected);
    const Encoded encoded = to_dve(*model);
    ASSERT_EQ(encoded.refusal, "");
    EXPECT_EQ(fails(*read("dve", "again.dve", encoded.text)), expected) << encoded.text;
  }
}

// --- random models, as many as CLEW_RANDOM_MODELS says

std::uint64_t model_count() {
  const char* given = std::getenv("CLEW_RANDOM_MODELS");
  return given ? std::strtoull(given, nullptr, 10) : 400;
}

// So many of them must have been compared.  Of a few, all may be refused or have errors by chance.
std::uint64_t least(std::uint64_t divisor) {
  return model_count() < 20 ? 0 : model_count() / divisor;
}

TEST(RandomTranslations, FromDveHaveAsManyStatesAndMoves) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= model_count() && !HasFailure(); ++seed) {
    const std::string text = random_dve_model(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto model = read("dve", "random.dve", text);
    ASSERT_TRUE(model);
    const Encoded encoded = to_promela(*model);
    if (!encoded.refusal.empty()) continue;
    const std::optional<Size> expected = size_of(*model);
    if (expected && expect_same_in_promela(*expected, encoded)) ++compared;
  }
  RecordProperty("compared", std::to_string(compared));
  if (HasFailure()) return;
  EXPECT_GE(compared, least(2));
}

TEST(RandomTranslations, FromPromelaHaveAsManyStatesAndMoves) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= model_count() && !HasFailure(); ++seed) {
    const std::string text = text_of(random_promela(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto model = read("promela", "random.pml", text);
    if (!model) continue;
    const Encoded encoded = to_dve(*model);
    if (!encoded.refusal.empty()) continue;
    const std::optional<Size> expected = size_of(*model);
    if (expected && expect_same_in_dve(*expected, encoded)) ++compared;
  }
  RecordProperty("compared", std::to_string(compared));
  if (HasFailure()) return;
  EXPECT_GE(compared, least(4));
}

}  // namespace
}  // namespace clew
