// The searches over packed words against the generic ones of space/, on every model of the zoo and on
// random ones: same counts, same levels, same verdicts, same traces, for any number of workers.
#include "clew/engine/explicit/packed_search.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/base/memory.hpp"
#include "clew/check/check.hpp"
#include "clew/engine/explicit/explicit_engine.hpp"
#include "clew/engine/explicit/plain_store_test.hpp"
#include "clew/engine/explicit/search_run.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/symmetry.hpp"
#include "clew/walk/interpreter_expander.hpp"
#include "random_model.hpp"

namespace clew {
namespace {

std::string text_of(const MoveList& moves) {
  std::string text = "    ";
  for (const std::vector<Firing>& move : moves) {
    for (const Firing& firing : move) {
      text += fmt::format(" {}:{}", to_index(firing.process), to_index(firing.action));
    }
    text += ";";
  }
  return text + "\n";
}

// All that must not depend on how it was found.
std::string findings_text(const EngineReport& report) {
  std::string text = fmt::format("finished {}, stopped for '{}' {}\n", report.finished,
                                 name_of(report.stop_reason), report.stop_text);
  for (const Finding& finding : report.findings) {
    text += fmt::format("  {} {} {} {}, {} sightings\n", name_of(finding.verdict),
                        name_of(finding.basis), name_of(finding.reason), finding.reason_text,
                        finding.violation_count);
    for (const MovePath& path : finding.traces) text += text_of(path.moves);
  }
  return text;
}

std::string counts_text(const EngineReport& report) {
  const Statistics& statistics = report.statistics;
  std::string taken;
  for (const bool action : report.action_taken) taken += action ? '1' : '0';
  return fmt::format("{} states, {} transitions, {} deadlocks, {} errors\nlevels {}\ntaken {}\n",
                     statistics.states, statistics.transitions, statistics.deadlocks,
                     statistics.errors, fmt::join(statistics.level_sizes, " "), taken);
}

std::string whole_text(const EngineReport& report) {
  return counts_text(report) + findings_text(report);
}

EngineReport generic(const Model& model, EngineTask task) {
  task.store = "exact";
  return run_explicit_engine(model, task);
}

EngineReport in_plain_store(const Model& model, const EngineTask& task, unsigned workers,
                            PlainStore::Options options = {}) {
  LimitWatch limits(task);
  const Interpreter judge(model);
  const WordCodec codec(model, proven_ranges(model));
  const StatePacking walked(judge, codec, task.reduction);
  Crew crew(workers);
  const SearchSetting setting{
      walked, task, limits, crew, [&](unsigned) -> std::unique_ptr<Expander> {
        return std::make_unique<InterpreterExpander>(walked, task.properties, MoveLabel::None);
      }};
  SearchRun<PlainStore> run(setting, [&](unsigned) { return std::make_unique<PlainStore>(options); });
  return task.order == Order::BreadthFirst ? run.breadth_first() : run.depth_first();
}

// In the store of the task, which is the tree if it names none.
EngineReport in_real_store(const Model& model, EngineTask task, unsigned workers) {
  task.threads = workers;
  task.native = false;  // machine code has tests of its own
  return run_packed_search(model, task);
}

std::map<std::string, std::string> definitions_in(const std::string& text) {
  std::map<std::string, std::string> definitions;
  std::istringstream in(text);
  const std::string define = "// define: ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(define)) continue;
    const std::string pair = line.substr(define.size());
    definitions[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
  }
  return definitions;
}

// What the models are asked besides what every model is: properties their annotations name.
std::vector<Property> questions_in(Model& model, const std::string& text) {
  std::vector<Property> properties = properties_of(model);
  std::istringstream in(text);
  const std::string expect = "// expect: ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(expect + "inv:") && !line.starts_with(expect + "reach:")) continue;
    std::string question = line.substr(expect.size());
    question.erase(std::min(question.rfind(", path "), question.size()));
    question.erase(question.rfind(' '));
    auto property = read_property(model, question);
    if (property.ok()) properties.push_back(property.value());
  }
  std::erase_if(properties, [](const Property& property) {
    return property.kind == PropertyKind::Claim || property.kind == PropertyKind::Ltl ||
           property.kind == PropertyKind::Ctl || property.kind == PropertyKind::Infinite;
  });
  return properties;
}

// The tasks a model is given, each with a name.
std::vector<std::pair<std::string, EngineTask>> tasks_for(const Model& model,
                                                          const std::vector<Property>& properties) {
  EngineTask everything;
  everything.explore_everything = true;
  EngineTask first;
  first.properties = properties;
  EngineTask all = first;
  all.all_violations = true;
  all.violations_kept_max = 3;
  EngineTask bounded = all;
  bounded.limits.level_max = 4;
  std::vector<std::pair<std::string, EngineTask>> tasks = {
      {"everything", everything}, {"first", first}, {"all", all}, {"bounded", bounded}};
  for (const Property& property : properties) {
    EngineTask single = first;
    single.properties = {property};
    tasks.emplace_back("only " + property.name, single);
  }
  if (symmetry_obstacle(model)) return tasks;
  EngineTask symmetric = all;
  symmetric.reduction = Reduction::Symmetry;
  std::erase_if(symmetric.properties, [&](const Property& property) {
    return is_some(property.expr) && symmetry_obstacle(model, property.expr);
  });
  tasks.emplace_back("symmetric", symmetric);
  return tasks;
}

// A search that stops early finishes the level, so counts differ from those of one that does not.
bool stops_early(const EngineReport& report) {
  return !report.finished && report.stop_reason == Reason::None;
}

void expect_same(const EngineReport& expected, const EngineReport& found, const std::string& how) {
  if (stops_early(expected)) {
    // Sightings are counted to the end of the level, at least as many as were asked for.
    EXPECT_EQ(expected.findings.size(), found.findings.size()) << how;
    for (std::size_t i = 0; i < expected.findings.size(); ++i) {
      EXPECT_EQ(expected.findings[i].verdict, found.findings[i].verdict) << how;
      EXPECT_EQ(expected.findings[i].traces, found.findings[i].traces) << how;
    }
  } else {
    EXPECT_EQ(whole_text(expected), whole_text(found)) << how;
  }
}

// The same questions to a larger model, in fewer ways.
void compare_some(const Model& model, const std::vector<Property>& properties) {
  for (const auto& [name, task] : tasks_for(model, properties)) {
    if (name.starts_with("only ")) continue;
    const EngineReport found = in_real_store(model, task, 2);
    expect_same(generic(model, task), found, name);
    EXPECT_EQ(whole_text(found), whole_text(in_real_store(model, task, 1))) << name;
  }
}

void compare_all(const Model& model, const std::vector<Property>& properties) {
  for (const auto& [name, task] : tasks_for(model, properties)) {
    const EngineReport expected = generic(model, task);
    const EngineReport alone = in_plain_store(model, task, 1);
    expect_same(expected, alone, name + ", plain store");
    EXPECT_EQ(whole_text(alone), whole_text(in_plain_store(model, task, 3))) << name;
    EXPECT_EQ(whole_text(alone), whole_text(in_real_store(model, task, 1))) << name;
    EXPECT_EQ(whole_text(alone), whole_text(in_real_store(model, task, 2))) << name;
    EXPECT_EQ(whole_text(alone), whole_text(in_real_store(model, task, 4))) << name;
    EngineTask depth = task;
    depth.order = Order::DepthFirst;
    const std::string by_depth = whole_text(generic(model, depth));
    EXPECT_EQ(by_depth, whole_text(in_plain_store(model, depth, 1))) << name << ", depth first";
    EXPECT_EQ(by_depth, whole_text(in_real_store(model, depth, 1))) << name << ", depth first";
  }
}

std::vector<std::string> zoo_files() {
  std::vector<std::string> files;
  const std::filesystem::path root = std::filesystem::path(CLEW_SOURCE_DIR) / "models";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (language_for_file(entry.path().string())) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class WordEngineZoo : public testing::TestWithParam<std::string> {};

TEST_P(WordEngineZoo, AnswersAsTheGenericSearchesDo) {
  const FileContent file = read_file(GetParam());
  auto read =
      language_for_file(GetParam())->read({GetParam(), file.bytes, definitions_in(file.bytes)});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const std::vector<Property> properties = questions_in(read.value(), file.bytes);
  EngineTask everything;
  everything.explore_everything = true;
  if (in_real_store(read.value(), everything, 2).statistics.states < 5'000) {
    compare_all(read.value(), properties);
  } else {
    compare_some(read.value(), properties);
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename().string();
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, WordEngineZoo, testing::ValuesIn(zoo_files()), test_name);

TEST(WordEngine, AnswersAsTheGenericSearchesDoOnRandomModels) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok()) << seed;
    EngineTask size;
    size.explore_everything = true;
    size.limits.level_max = 30;
    if (generic(read.value(), size).statistics.states > 20'000) continue;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    compare_all(read.value(), questions_in(read.value(), ""));
  }
}

Model read_dve(const std::string& text) {
  auto read = language_named("dve")->read({"test.dve", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

// Three counters: wide levels, many ways to every state.
Model counters(int last) {
  std::string text = "int a, b, c;\n";
  for (const char name : {'a', 'b', 'c'}) {
    text += fmt::format(
        "process P{0} {{ state q; init q; trans q -> q {{ guard {0} < {1}; effect {0} = {0} + 1; "
        "}}; "
        "}}\n",
        name, last);
  }
  return read_dve(text + "system async;\n");
}

TEST(WordEngine, TenRunsWithFourWorkersAreTheSame) {
  Model model = counters(25);
  EngineTask task;
  task.properties = {read_property(model, "inv: a + b + c < 40").value(),
                     read_property(model, "reach: a == 20 and b == 7").value()};
  task.violations_kept_max = 5;
  const std::string expected = whole_text(in_real_store(model, task, 1));
  for (int run = 0; run < 10; ++run) {
    EXPECT_EQ(whole_text(in_real_store(model, task, 4)), expected);
  }
}

TEST(WordEngine, TheTraceIsTheOneAFirstInFirstOutSearchFinds) {
  Model model = counters(12);
  EngineTask task;
  task.properties = {read_property(model, "inv: a * b * c < 300").value()};
  task.violations_kept_max = 4;
  const EngineReport expected = generic(model, task);
  ASSERT_EQ(expected.findings[0].traces.size(), 4U);
  EXPECT_EQ(in_real_store(model, task, 2).findings[0].traces, expected.findings[0].traces);
  EXPECT_EQ(in_plain_store(model, task, 2, {.tag_bits = 8}).findings[0].traces,
            expected.findings[0].traces);
}

TEST(WordEngine, LevelsThatCannotBeToldApartCostTimeAndNothingElse) {
  Model model = counters(9);
  EngineTask task;
  task.properties = {read_property(model, "inv: a * b * c < 100").value()};
  task.all_violations = true;
  task.violations_kept_max = 20;
  LimitWatch limits(task);
  const Interpreter judge(model);
  const WordCodec codec(model, proven_ranges(model));
  const StatePacking walked(judge, codec, task.reduction);
  Crew crew(2);
  const SearchSetting setting{walked, task, limits, crew, [&](unsigned) {
                                return std::make_unique<InterpreterExpander>(
                                    walked, task.properties, MoveLabel::None);
                              }};
  for (const unsigned tag_bits : {0U, 1U, 3U, 8U}) {
    PlainStore store({.tag_bits = tag_bits});
    LevelSearch<PlainStore> search(setting, store);
    EXPECT_EQ(search.run(), SearchEnd::Exhausted);
    const SightingGroups groups = search.ledger().groups(0);
    ASSERT_FALSE(groups.empty());
    const std::vector<std::uint64_t> level_sizes = search.take_level_sizes();
    LevelTrace<PlainStore> trace(setting, store, level_sizes);
    ASSERT_TRUE(trace.prepare(groups));
    PlainStore second_store({});
    LoggedSearch<PlainStore> second(setting, second_store, search.turns());
    ASSERT_TRUE(second.prepare(groups, 20));
    for (std::size_t i = 0; i < groups.size(); ++i) {
      EXPECT_EQ(trace.paths_to(i, 20), second.paths_to(i, 20));
      EXPECT_EQ(trace.paths_to(i, 1).size(), 1U);
    }
  }
}

TEST(WordEngine, AVeryLongTraceIsFoundByASecondSearch) {
  Model model = read_dve(
      "int n;\nprocess A { state q; init q; trans q -> q { guard n < 9000; effect n = n + 1; }; }\n"
      "system async;\n");
  EngineTask task;
  task.properties = {read_property(model, "reach: n == 8999").value()};
  const EngineReport report = in_real_store(model, task, 2);
  ASSERT_EQ(report.findings[0].traces.size(), 1U);
  EXPECT_EQ(report.findings[0].traces[0].moves.size(), 8999U);
}

TEST(WordEngine, LossyStoresProveWhatTheyFindAndNothingElse) {
  Model model = counters(12);
  for (const std::string store : {"bitstate", "compact"}) {
    for (const Order order : {Order::BreadthFirst, Order::DepthFirst}) {
      EngineTask task;
      task.order = order;
      task.store = store;
      task.limits.memory_bytes_max = resident_memory_bytes() + (64U << 20);
      task.properties = {read_property(model, "inv: a + b < 24").value(),
                         read_property(model, "inv: a <= 12").value()};
      const EngineReport report = in_real_store(model, task, 2);
      EXPECT_FALSE(report.finished);
      EXPECT_EQ(report.statistics.store, store);
      EXPECT_EQ(report.statistics.states, 13U * 13U * 13U);
      const Finding& found = report.findings[0];
      EXPECT_EQ(found.verdict, Verdict::Violated);
      ASSERT_EQ(found.traces.size(), 1U);
      if (order == Order::BreadthFirst) {
        EXPECT_EQ(found.traces[0].moves.size(), 24U);
      }
      const Replay replayed = replay(Interpreter(model), found.traces[0]);
      EXPECT_TRUE(replayed.complete());
      const Finding& nothing = report.findings[1];
      EXPECT_EQ(nothing.verdict, Verdict::Unknown);
      EXPECT_EQ(nothing.basis, Basis::Lossy);
      EXPECT_GT(nothing.omission, 0);
      EXPECT_LT(nothing.omission, 0.01);
      EXPECT_TRUE(nothing.reason_text.starts_with(
          "no violation seen, but some state was missed with probability "));
    }
  }
}

TEST(WordEngine, AFullStoreIsUnknownAndKeepsWhatIsDecided) {
  Model model = counters(30);
  EngineTask task;
  task.properties = {read_property(model, "reach: a == 2").value(),
                     read_property(model, "inv: a <= 30").value()};
  const EngineReport report = in_plain_store(model, task, 2, {.states_max = 5'000});
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.statistics.states, 5'000U);
  EXPECT_EQ(report.findings[0].verdict, Verdict::Holds);
  EXPECT_EQ(report.findings[0].traces.size(), 1U);
  EXPECT_EQ(report.findings[1].verdict, Verdict::Unknown);
  EXPECT_EQ(report.findings[1].reason_text, "the store holds no more than 5,000 states");
}

TEST(WordEngine, AnInterruptEndsAllWorkers) {
  Model model = counters(1000);
  EngineTask task;
  task.explore_everything = true;
  std::uint64_t beats = 0;
  task.watcher = [&](const Heartbeat& now) {
    EXPECT_GT(now.states_discovered, 0U);
    return ++beats < 3 ? Continue::Yes : Continue::No;
  };
  const EngineReport report = in_real_store(model, task, 2);
  EXPECT_EQ(report.stop_reason, Reason::Interrupted);
  EXPECT_EQ(beats, 3U);
}

}  // namespace
}  // namespace clew
