#include "apps/bench/engines_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "apps/bench/bench_runner.hpp"
#include "apps/bench/report/bench_published.hpp"
#include "apps/cli/console.hpp"
#include "clew/base/file.hpp"

namespace clew::cli {

using Words = std::vector<std::string>;

// The same for every engine.
struct EngineBench::Question {
  std::string path;
  Words definitions;     // "N=3"
  std::string property;  // as -p takes it
  unsigned depth = 0;    // 0: no bound
  std::string verdict;   // the right one, "holds" or "violated"; empty: not known before
};

namespace {

namespace files = std::filesystem;

using Seconds = std::chrono::duration<double>;
using End = ProgramResult::End;
using Question = EngineBench::Question;
using enum BenchSetting;

// Nobody is given more, even if nobody else knows: the targets are about a minute.
constexpr Seconds usual_time_max(65);
constexpr Seconds quick_time_max(15);
// The portfolio is measured where it does badly, too.
constexpr double patience_with_portfolio = 20;
constexpr double patience = 2;
constexpr Seconds patience_min(1);
// What is over so soon is measured more often.
constexpr Seconds short_run(0.1);

bool is_portfolio(BenchSetting setting) {
  return setting == EnginePortfolio || setting == EngineAuto;
}

Words switches_of(BenchSetting setting) {
  if (setting == EngineInterpreted) return {"-e", "explicit", "--no-native", "-j", "1"};
  return {"-e", key_of(setting)};
}

ProgramResult run(const Words& words, Seconds time_max) {
  const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(time_max);
  const ProgramResult result = run_program(words, "", {.time_max = limit});
  if (was_interrupted()) throw Interrupted{};
  return result;
}

std::string end_text(const ProgramResult& result, Seconds time_max) {
  switch (result.end) {
    case End::NotFound: return "the program is not there";
    case End::TimedOut: return fmt::format("no answer within {:.2g} s", time_max.count());
    case End::NotSealed:  // not asked for
    case End::Crashed: return "crashed";
    case End::Exited: break;
  }
  const std::string said = result.errors.empty() ? result.output : result.errors;
  return fmt::format("exit code {}: {}", result.exit_code, said.substr(0, said.find('\n')));
}

// What an engine says: the verdict, or nothing and why.
struct Answer {
  std::string verdict;
  std::string failure;
};

// Nothing found within the bound is an answer to a question with a bound, and it is the one of a
// question that has no such run.
Answer answer_of(const ProgramResult& result, const Question& question, Seconds time_max) {
  const auto report = nlohmann::json::parse(result.output, nullptr, false);
  const bool is_report = result.end == End::Exited && report.is_object() &&
                         report.contains("properties") && !report["properties"].empty();
  if (!is_report) return {"", end_text(result, time_max)};
  const auto& property = report["properties"].front();
  const std::string verdict = property.value("verdict", "");
  if (verdict == "holds" || verdict == "violated") return {verdict, ""};
  const auto text = [&](const char* key) {
    return property.contains(key) && property[key].is_string() ? property[key].get<std::string>()
                                                               : std::string();
  };
  const bool has_looked = question.depth > 0 && text("basis") == "bounded" &&
                          property.contains("depth") && property["depth"].is_number() &&
                          property["depth"].get<std::uint64_t>() >= question.depth;
  if (has_looked) return {"violated", ""};
  return {"", "unknown: " + text("reason")};
}

bool is_unable(const BenchModel& model, BenchSetting setting) {
  const auto at = model.measures.find(setting);
  return at != model.measures.end() && at->second.failure == "unknown: unsupported";
}

// One question, asked of several engines in turn.
class Inquiry {
 public:
  // Nobody is given more time than `time_max`.
  Inquiry(const std::string& program, std::string name, const Question& question,
          std::vector<BenchSetting> settings, Seconds time_max)
      : program_(program),
        question_(question),
        settings_(std::move(settings)),
        right_verdict_(question.verdict),
        time_max_(time_max) {
    model_.name = std::move(name);
  }

  BenchModel run_all(std::uint64_t repetitions) {
    warm_up();
    for (std::uint64_t i = 0; i < 2 * repetitions; ++i) {
      if (i >= repetitions && (!best_ || *best_ > short_run.count())) break;
      if (i > 0 && best_ && *best_ * static_cast<double>(settings_.size()) > 30) break;
      for (const BenchSetting setting : settings_) {
        BenchMeasure& measure = model_.measures[setting];
        const bool is_over = !measure.failure.empty() || (i > 0 && is_slow(setting, measure));
        if (!is_over) ask(setting, measure);
      }
    }
    return model_;
  }

 private:
  Words command(BenchSetting setting) const {
    Words words = {program_, "check", question_.path, "-p", question_.property};
    for (const std::string& definition : question_.definitions) {
      words.insert(words.end(), {"-D", definition});
    }
    if (question_.depth > 0)
      words.insert(words.end(), {"--depth", std::to_string(question_.depth)});
    const Words switches = switches_of(setting);
    words.insert(words.end(), switches.begin(), switches.end());
    words.insert(words.end(), {"--json", "--quiet"});
    return words;
  }

  // Leaves compiled code in the cache.
  void warm_up() const {
    const bool compiles =
        std::find(settings_.begin(), settings_.end(), EngineExplicit) != settings_.end();
    if (compiles) run(command(EngineExplicit), Seconds(5));
  }

  bool is_slow(BenchSetting setting, const BenchMeasure& measure) const {
    return !is_portfolio(setting) && best_ &&
           best_seconds(measure, Clock::Wall) > patience * *best_;
  }

  Seconds time_max(BenchSetting setting) const {
    if (!best_) return time_max_;
    const double times = is_portfolio(setting) ? patience_with_portfolio : patience;
    return std::min(time_max_, std::max(patience_min, Seconds(times * *best_)));
  }

  void ask(BenchSetting setting, BenchMeasure& measure) {
    const Seconds limit = time_max(setting);
    const ProgramResult result = run(command(setting), limit);
    const Answer answer = answer_of(result, question_, limit);
    measure.failure = answer.failure;
    if (!answer.failure.empty()) return;
    if (right_verdict_.empty()) right_verdict_ = answer.verdict;
    if (answer.verdict != right_verdict_) {
      measure.failure = fmt::format("says '{}', it is '{}'", answer.verdict, right_verdict_);
      measure.is_wrong = true;
      return;
    }
    measure.runs.push_back(run_of(result));
    best_ = best_ ? std::min(*best_, result.wall_seconds) : result.wall_seconds;
  }

  const std::string& program_;
  const Question& question_;
  std::vector<BenchSetting> settings_;
  std::string right_verdict_;  // where it is not known: what the first one says
  Seconds time_max_;
  BenchModel model_;
  std::optional<double> best_;  // wall seconds, of all
};

// --- scripts

// Who is worth asking: the others take longer than the tools did, or for ever.
std::vector<BenchSetting> engines_for(const PublishedTable& table, const PublishedRow& row) {
  const bool is_bounded = row.depth > 0;
  if (table.script == "truck_free") {
    if (!is_bounded && !row.exists) return {EngineBdd, EnginePortfolio};
    // Whoever is quick goes first: the others need not run longer than twice that.
    constexpr std::uint64_t short_runs = 11;
    if (row.exists || row.depth <= short_runs) return {EngineBmc, EngineBdd, EnginePortfolio};
    return {EngineBdd, EngineBmc, EnginePortfolio};
  }
  if (table.script.starts_with("alternating_bit_any")) {
    return {EngineBdd, is_bounded ? EngineBmc : EnginePdr, EnginePortfolio};
  }
  if (table.script.starts_with("alternating_bit")) {
    return {EngineExplicit, EngineInterpreted, EngineBdd, EnginePortfolio};
  }
  if (table.script == "robot") {
    constexpr unsigned large_room = 5;
    if (row.value >= large_room) {
      return row.exists ? std::vector<BenchSetting>{EngineBmc, EnginePortfolio}
                        : std::vector<BenchSetting>{EngineExplicit, EngineBmc, EnginePortfolio};
    }
    return {EngineExplicit, EngineInterpreted, EngineBdd, EngineBmc, EnginePortfolio};
  }
  return {EngineExplicit, EngineInterpreted, EngineBmc, EnginePortfolio};
}

std::string row_name(const PublishedTable& table, const PublishedRow& row) {
  std::string name = fmt::format("{} = {}", table.parameter, row.value);
  if (row.depth > 0) name += fmt::format(", {} steps", row.depth);
  return name;
}

// The first and the last that a tool has finished.
std::vector<PublishedRow> quick_rows(const PublishedTable& table) {
  std::vector<PublishedRow> rows;
  for (const PublishedRow& row : table.rows) {
    constexpr double seconds_max = 600;
    if (row.fastest() >= seconds_max) continue;
    if (rows.size() > 1) rows.pop_back();
    rows.push_back(row);
  }
  return rows;
}

Question question_of(const PublishedTable& table, const PublishedRow& row) {
  Question question{fmt::format("models/uts/{}.uts", table.script),
                    {fmt::format("{}={}", table.parameter, row.value)},
                    table.goal,
                    row.depth,
                    row.exists ? "holds" : "violated"};
  // As large as the numbers were there.
  if (table.script == "parallel_adder") question.definitions.emplace_back("MAX=1023");
  return question;
}

// --- what models are annotated with (models/README.md)

// "// expect: " of "// expect: deadlock holds".
std::optional<std::string> behind(const std::string& line, const std::string& start) {
  if (!line.starts_with(start)) return std::nullopt;
  return line.substr(start.size());
}

// "inv" of "inv: x > 0", "deadlock" of itself.
std::string kind_of(const std::string& property) { return property.substr(0, property.find(':')); }

// "deadlock violated, path 7" as a question with its verdict; nothing if it is about something else.
std::optional<Question> expected_question(std::string text) {
  const std::size_t path = text.rfind(", path ");
  if (path != std::string::npos) text.resize(path);
  const std::size_t space = text.rfind(' ');
  if (space == std::string::npos || text.starts_with("symmetry")) return std::nullopt;
  Question question;
  question.property = text.substr(0, space);
  question.verdict = text.substr(space + 1);
  if (question.verdict != "holds" && question.verdict != "violated") return std::nullopt;
  return question;
}

// The first of each kind.
std::vector<Question> annotated_questions(const std::string& path) {
  std::vector<Question> questions;
  std::set<std::string> kinds;
  Words definitions;
  std::istringstream in(read_file(path).bytes);
  for (std::string line; std::getline(in, line);) {
    if (const auto definition = behind(line, "// define: ")) definitions.push_back(*definition);
    const auto expected = behind(line, "// expect: ");
    const auto question = expected ? expected_question(*expected) : std::nullopt;
    if (question && kinds.insert(kind_of(question->property)).second) {
      questions.push_back(*question);
    }
  }
  for (Question& question : questions) {
    question.path = path;
    question.definitions = definitions;
  }
  return questions;
}

// In the order of their names.
std::vector<std::string> models_in(const std::string& folder) {
  static const std::set<std::string> suffixes = {".dve", ".mdve", ".pml", ".uts"};
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : files::directory_iterator(folder, error)) {
    if (suffixes.count(entry.path().extension().string()) > 0) {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Those of BEEM that are known to be small: whether they have deadlocks is known, too.
std::vector<Question> beem_questions(const std::string& folder) {
  constexpr std::uint64_t states_max = 100'000;
  std::vector<Question> questions;
  std::istringstream in(read_file(folder + "/counts.csv").bytes);
  std::string line;
  std::getline(in, line);  // the heading
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::string name, states, transitions, deadlocks;
    std::getline(cells, name, ',');
    std::getline(cells, states, ',');
    std::getline(cells, transitions, ',');
    std::getline(cells, deadlocks, ',');
    const std::string path =
        fmt::format("{}/{}/{}.dve", folder, name.substr(0, name.rfind('.')), name);
    const bool is_wanted = !deadlocks.empty() && std::stoull(states) <= states_max;
    if (!is_wanted || !files::is_regular_file(path)) continue;
    questions.push_back({path, {}, "deadlock", 0, deadlocks == "0" ? "holds" : "violated"});
  }
  return questions;
}

std::string question_name(const Question& question) {
  return files::path(question.path).filename().string() + ": " + question.property;
}

// --- sizes

struct LargeModel {
  const char* path;     // '@' stands for the BEEM folder
  const char* setting;  // "N=50"
  const char* states;   // as it must be
};

constexpr LargeModel large_models[] = {
    {"models/dve/philosophers.mdve", "N=50", "717897987691852588770248"},
    {"@/phils/phils.mdve", "N=100", ""},
    {"models/dve/token_ring.mdve", "N=40", "65970697666560"},
    {"@/cyclic_scheduler/cyclic_scheduler.mdve", "N=40", "90159953477630"},
    {"models/dve/two_phase_commit.mdve", "N=15", "26321089131"},
};

BenchMeasure explore(const Words& words, const std::string& expected, std::string& states) {
  BenchMeasure measure;
  const ProgramResult result = run(words, usual_time_max);
  const auto report = nlohmann::json::parse(result.output, nullptr, false);
  if (result.end != End::Exited || result.exit_code != 0 || !report.is_object()) {
    measure.failure = end_text(result, usual_time_max);
    return measure;
  }
  const auto& statistics = report.at("statistics");
  states = statistics.contains("states_exact")
               ? statistics["states_exact"].get<std::string>()
               : std::to_string(statistics.at("states").get<std::uint64_t>());
  if (!expected.empty() && states != expected) {
    measure.failure = fmt::format("counts {} states, there are {}", states, expected);
    measure.is_wrong = true;
    return measure;
  }
  measure.runs.push_back(run_of(result));
  return measure;
}

}  // namespace

EngineBench::EngineBench(std::string program, Say say, EngineBenchOptions options)
    : program_(std::move(program)), say_(std::move(say)), options_(std::move(options)) {}

void EngineBench::measure_scripts(BenchResults& results) const {
  const Seconds time_max = options_.is_quick ? quick_time_max : usual_time_max;
  for (const PublishedTable& table : published_tables()) {
    for (const PublishedRow& row : options_.is_quick ? quick_rows(table) : table.rows) {
      const std::string name = row_name(table, row);
      say_(fmt::format("table {}: {}: {}", table.number, table.what, name));
      const Question question = question_of(table, row);
      Inquiry inquiry(program_, name, question, engines_for(table, row), time_max);
      results.scripts.push_back({table.number, table.what, inquiry.run_all(options_.repetitions),
                                 row.exists, row.fastest(), row.fastest_tool()});
    }
  }
}

// What only one engine can read is no matter for a portfolio.
void EngineBench::compare(const std::vector<Question>& questions, BenchResults& results) const {
  const Seconds time_max = options_.is_quick ? quick_time_max : usual_time_max;
  std::vector<BenchSetting> settings = single_engines;
  settings.insert(settings.end(), {EnginePortfolio, EngineAuto});
  for (const Question& question : questions) {
    const std::string name = question_name(question);
    say_(name);
    Inquiry inquiry(program_, name, question, settings, time_max);
    BenchModel model = inquiry.run_all(options_.repetitions);
    const bool is_shared = !is_unable(model, EngineBdd) || !is_unable(model, EngineBmc);
    if (is_shared) results.models.push_back(std::move(model));
  }
}

void EngineBench::measure_portfolio(BenchResults& results) const {
  std::vector<Question> questions;
  for (const char* const folder : {"models/uts", "models/dve", "models/promela"}) {
    for (const std::string& path : models_in(folder)) {
      const std::vector<Question> found = annotated_questions(path);
      questions.insert(questions.end(), found.begin(), found.end());
    }
  }
  const std::vector<Question> beem = beem_questions(options_.beem_folder);
  questions.insert(questions.end(), beem.begin(), beem.end());
  if (options_.is_quick) {
    constexpr std::size_t stride = 20;
    std::vector<Question> few;
    for (std::size_t i = 0; i < questions.size(); i += stride) few.push_back(questions[i]);
    questions.swap(few);
  }
  compare(questions, results);
}

void EngineBench::measure_models(const std::vector<std::string>& paths,
                                 BenchResults& results) const {
  std::vector<Question> questions;
  for (const std::string& path : paths) {
    const std::vector<Question> found = annotated_questions(path);
    questions.insert(questions.end(), found.begin(), found.end());
    if (found.empty()) questions.push_back({path, {}, "deadlock", 0, ""});
  }
  compare(questions, results);
}

void EngineBench::measure_sizes(BenchResults& results) const {
  for (const LargeModel& large : large_models) {
    std::string path = large.path;
    if (path.front() == '@') path.replace(0, 1, options_.beem_folder);
    if (!files::is_regular_file(path)) continue;
    BenchSize size;
    size.model = fmt::format("{}, {}", files::path(path).filename().string(), large.setting);
    say_(size.model);
    for (std::uint64_t i = 0; i < options_.repetitions && size.measure.failure.empty(); ++i) {
      const BenchMeasure one = explore(
          {program_, "explore", path, "-D", large.setting, "-e", "bdd", "--json", "--quiet"},
          large.states, size.states);
      size.measure.failure = one.failure;
      size.measure.is_wrong = one.is_wrong;
      size.measure.runs.insert(size.measure.runs.end(), one.runs.begin(), one.runs.end());
    }
    results.sizes.push_back(std::move(size));
  }
}

}  // namespace clew::cli
