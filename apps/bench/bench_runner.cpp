#include "apps/bench/bench_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/console.hpp"
#include "apps/cli/input.hpp"
#include "clew/base/file.hpp"

namespace clew::cli {

namespace {

using Words = std::vector<std::string>;
using End = ProgramResult::End;
using enum BenchSetting;

// No run may take longer.  BFS_PAR needs a quarter of an hour for some of the larger models, and what
// it would come to there decides nothing.
constexpr std::chrono::minutes run_time_max(15);
constexpr std::chrono::minutes parallel_run_time_max(2);
// Another repetition begins only if it will probably end before this much was spent on a model.
constexpr double model_seconds_max = 60;
constexpr std::uint64_t memory_mebibytes_max = 8000;

ProgramResult run(const Words& words, std::chrono::minutes time_max = run_time_max) {
  const ProgramResult result = run_program(words, "", {.time_max = time_max});
  if (was_interrupted()) throw Interrupted{};
  return result;
}

std::string end_text(const ProgramResult& result, std::chrono::minutes time_max = run_time_max) {
  switch (result.end) {
    case End::NotFound: return "the program is not there";
    case End::TimedOut: return fmt::format("takes more than {} minutes", time_max.count());
    case End::NotSealed:  // not asked for
    case End::Crashed: return "crashed";
    case End::Exited: break;
  }
  const std::string said = result.errors.empty() ? result.output : result.errors;
  return fmt::format("exit code {}: {}", result.exit_code, said.substr(0, said.find('\n')));
}

// Takes one more run into the measure; the first failure stays.  `is_exact`: it must count the same
// every time.
void add_run(BenchMeasure& to, const BenchMeasure& one, bool is_exact) {
  if (!to.failure.empty()) return;
  if (!one.failure.empty()) {
    to.failure = one.failure;
    return;
  }
  if (is_exact && !to.runs.empty() && to.counts != one.counts) {
    to.failure = "counts differ from run to run";
    return;
  }
  to.counts = one.counts;
  to.store_bytes_per_state = one.store_bytes_per_state;
  to.native_tier = one.native_tier;
  to.runs.insert(to.runs.end(), one.runs.begin(), one.runs.end());
}

// --- SPIN

bool is_nested(BenchSetting setting) { return setting == NestedHuge || setting == NestedPlain; }

bool uses_huge_pages(BenchSetting setting) {
  return setting == SpinHuge || setting == SpinCollapse || setting == NestedHuge;
}

unsigned usual_table_bits(BenchSetting setting) {
  return setting == SpinPlain || setting == NestedPlain ? 26 : 24;
}

// pan, compiled from one model with one set of switches.
class Pan {
 public:
  // `folder` holds pan.c.  `states` is what Clew has found.
  Pan(BenchSetting setting, std::string folder, std::uint64_t states)
      : setting_(setting),
        folder_(std::move(folder)),
        // A stack for ten million steps costs pan more than a search in a small product, and with -b
        // it soon notices that one is too small.
        depth_max_(is_nested(setting) ? 160'000 : 3'000'000),
        table_bits_(usual_table_bits(setting)) {
    // It may find several times as many, and a second run of a minute is worse than a large table.
    if (setting == SpinParallel && states > 4'000'000) table_bits_ = 27;
    needs_trial_ = setting == SpinParallel && states < 2'000'000;
  }

  // Why it cannot be compiled, or not run; empty if it can.
  std::string prepare() {
    // The two plain settings differ only in how the program is called.
    std::error_code ignored;
    const bool is_there = std::filesystem::exists(folder_ + "/" + program(), ignored);
    if (!is_there) {
      const std::string error = compile();
      if (!error.empty()) return error;
    }
    return needs_trial_ ? fit_table() : std::string();
  }

  double compile_seconds() const { return compile_seconds_; }
  std::uint64_t vector_bytes() const { return vector_bytes_; }

  // A bound that turns out too small is raised, and the search begins again: what counts is the one
  // that saw everything.
  BenchMeasure run_once() {
    BenchMeasure measure;
    while (measure.failure.empty()) {
      const std::chrono::minutes time_max =
          setting_ == SpinParallel ? parallel_run_time_max : run_time_max;
      const ProgramResult result = run(command(), time_max);
      const PeerOutput output = read_pan_output(result.output + result.errors);
      vector_bytes_ = output.vector_bytes;
      if (raise(output.too_small)) {
        if (output.too_small == PeerOutput::TooSmall::Vector) measure.failure = compile();
        continue;
      }
      measure.failure = result.end == End::Exited ? output.failure : end_text(result, time_max);
      if (!measure.failure.empty()) break;
      if (is_crowded(output.counts->states)) {
        ++table_bits_;
        continue;
      }
      measure.counts = *output.counts;
      measure.runs.push_back(run_of(result));
      break;
    }
    return measure;
  }

 private:
  bool is_crowded(std::uint64_t states) const {
    return setting_ == SpinParallel && table_bits_ < table_bits_max &&
           states > (std::uint64_t{1} << table_bits_) / 10 * 6;
  }

  // BFS_PAR keeps its states in the table itself.  It is slow when that is nearly full, and when it
  // is far too large for a short run: room for two to four times as many serves it best, as its own
  // hints say.
  std::string fit_table() {
    const BenchMeasure trial = run_once();
    if (!trial.failure.empty()) return trial.failure;
    unsigned bits = table_bits_min;
    while ((std::uint64_t{1} << bits) < 2 * trial.counts.states && bits < table_bits_max) ++bits;
    table_bits_ = bits;
    return {};
  }

  Words in_folder(Words words) const {
    Words all = {"env", "-C", folder_};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }

  std::string compile() {
    Words words = {"cc", "-O3", "-march=native", "-DNOREDUCE", "-DNOFAIR", "-w"};
    if (!is_nested(setting_)) words.emplace_back("-DSAFETY");
    words.push_back(fmt::format("-DMEMLIM={}", memory_mebibytes_max));
    words.push_back(fmt::format("-DVECTORSZ={}", vector_bytes_max_));
    if (setting_ == SpinCollapse) words.emplace_back("-DCOLLAPSE");
    if (setting_ == SpinParallel) words.emplace_back("-DBFS_PAR");
    words.insert(words.end(), {"-o", program(), "pan.c"});
    const ProgramResult result = run(in_folder(words));
    compile_seconds_ = result.cpu_seconds;
    const bool compiled = result.end == End::Exited && result.exit_code == 0;
    return compiled ? std::string() : "pan.c does not compile: " + end_text(result);
  }

  std::string program() const {
    if (setting_ == SpinCollapse) return "pan-collapse";
    if (is_nested(setting_)) return "pan-nested";
    return setting_ == SpinParallel ? "pan-bfs-par" : "pan";
  }

  Words command() const {
    Words words;
    if (uses_huge_pages(setting_)) words.emplace_back("GLIBC_TUNABLES=glibc.malloc.hugetlb=1");
    words.insert(words.end(), {"./" + program(), "-E", "-A", "-n"});
    words.push_back(fmt::format("-m{}", depth_max_));
    words.push_back(fmt::format("-w{}", table_bits_));
    if (setting_ == SpinParallel) words.emplace_back("-u2");
    if (is_nested(setting_)) words.insert(words.end(), {"-a", "-b"});
    return in_folder(words);
  }

  // False: nothing was too small, or there is no more to give.
  bool raise(PeerOutput::TooSmall what) {
    switch (what) {
      case PeerOutput::TooSmall::Nothing: return false;
      case PeerOutput::TooSmall::Depth: depth_max_ *= 4; return depth_max_ <= 50'000'000;
      case PeerOutput::TooSmall::Vector:
        vector_bytes_max_ *= 4;
        return vector_bytes_max_ <= 64 * 1024;
      case PeerOutput::TooSmall::Table: table_bits_ += 2; return table_bits_ <= table_bits_max;
    }
    return false;
  }

  static constexpr unsigned table_bits_min = 18;
  static constexpr unsigned table_bits_max = 28;

  BenchSetting setting_;
  std::string folder_;
  double compile_seconds_ = 0;
  std::uint64_t vector_bytes_ = 0;
  std::uint64_t vector_bytes_max_ = 1024;
  std::uint64_t depth_max_;
  unsigned table_bits_;
  bool needs_trial_ = false;
};

// --- LTSmin

class Ltsmin {
 public:
  explicit Ltsmin(std::string folder) : folder_(std::move(folder)) {}

  // Compiles the model first if DiVinE's compiler is there; else dve2lts-mc does it in every run.
  std::string prepare(const std::string& dve_path) {
    std::error_code error;
    std::filesystem::copy_file(dve_path, folder_ + "/model.dve", error);
    if (error) return "cannot be copied: " + error.message();
    if (program_path("divine").empty()) return {};
    const ProgramResult result =
        run({"env", "-C", folder_, "divine", "compile", "--ltsmin", "model.dve"});
    if (std::filesystem::exists(folder_ + "/model.dve2C", error)) {
      input_ = "model.dve2C";
      compile_seconds_ = result.cpu_seconds;
    }
    return {};
  }

  double compile_seconds() const { return compile_seconds_; }

  BenchMeasure run_once() const {
    BenchMeasure measure;
    const ProgramResult result =
        run({"env", "-C", folder_, "dve2lts-mc", "--threads=2", "--strategy=bfs", input_});
    const PeerOutput output = read_ltsmin_output(result.output + result.errors);
    measure.failure = result.end == End::Exited ? output.failure : end_text(result);
    if (!measure.failure.empty()) return measure;
    measure.counts = *output.counts;
    measure.runs.push_back(run_of(result));
    return measure;
  }

 private:
  std::string folder_;
  std::string input_ = "model.dve";
  double compile_seconds_ = 0;
};

// --- Clew

// Other verdicts than `holds` have other exit codes than 0, and end a search before it saw everything.
std::string clew_failure(const ProgramResult& result, const nlohmann::json& report) {
  const bool exited = result.end == End::Exited;
  if (exited && result.exit_code == 0 && !report.is_discarded()) return {};
  if (!exited || report.is_discarded() || report["properties"].empty()) return end_text(result);
  return fmt::format("the verdict is '{}'",
                     report["properties"].front().at("verdict").get<std::string>());
}

// What a report of `clew explore` or `clew check` says.
BenchMeasure measure_of(const ProgramResult& result) {
  BenchMeasure measure;
  const auto report = nlohmann::json::parse(result.output, nullptr, false);
  measure.failure = clew_failure(result, report);
  if (!measure.failure.empty()) return measure;
  const auto& statistics = report.at("statistics");
  measure.counts = {statistics.at("states"), statistics.at("transitions")};
  measure.store_bytes_per_state = statistics.at("bytes_per_state");
  if (statistics.contains("native_code") && statistics["native_code"].is_object()) {
    measure.native_tier = statistics["native_code"].value("tier", "");
  }
  measure.runs.push_back(run_of(result));
  return measure;
}

// --- one model

Words clew_switches(BenchSetting setting) {
  if (setting == ClewTwo || setting == ClewDve || setting == LivenessTwo) return {"-j", "2"};
  if (setting == ClewDepthFirst) return {"-j", "1", "--order", "dfs"};
  return {"-j", "1"};
}

// All who run on a model, ready to.
class Contest {
 public:
  explicit Contest(const BenchFile& file) : ltsmin_(folder_.path()) { model_.name = file.name; }

  void add_clew(const BenchRunner& runner, BenchSetting setting, const std::string& path) {
    entries_.push_back({setting, [&runner, setting, path] {
                          return runner.explore(path, clew_switches(setting), setting == ClewCold);
                        }});
  }

  void add_liveness(const BenchRunner& runner, BenchSetting setting, const std::string& path) {
    entries_.push_back(
        {setting, [&runner, setting, path] { return runner.check(path, clew_switches(setting)); }});
  }

  // SPIN on a product: as it is if it is Promela, else as Clew translates it.
  void add_nested(const BenchRunner& runner, const BenchFile& file, std::uint64_t states) {
    std::string path = file.path;
    std::string failure;
    if (!file.is_promela) {
      path = folder_.path() + "/product.pml";
      failure = runner.translate(file.path, path);
    }
    if (failure.empty()) return add_spin(path, states, faster_nested);
    for (const BenchSetting setting : faster_nested) model_.measures[setting].failure = failure;
  }

  void add_spin(const std::string& file, std::uint64_t states,
                const std::vector<BenchSetting>& settings) {
    const std::string path = std::filesystem::absolute(file).string();
    const ProgramResult made =
        run({"env", "-C", folder_.path(), "spin", "-o1", "-o2", "-o3", "-a", path});
    // spin's exit code counts complaints, also those it goes on behind.
    std::error_code ignored;
    const bool is_made = std::filesystem::exists(folder_.path() + "/pan.c", ignored);
    for (const BenchSetting setting : settings) {
      Pan& pan = *pans_.emplace_back(std::make_unique<Pan>(setting, folder_.path(), states));
      BenchMeasure& measure = model_.measures[setting];
      measure.failure = is_made ? pan.prepare() : "spin: " + end_text(made);
      measure.compile_seconds = made.cpu_seconds + pan.compile_seconds();
      entries_.push_back({setting, [&pan] { return pan.run_once(); }});
    }
  }

  void add_ltsmin(const BenchRunner& runner, const BenchFile& file) {
    BenchMeasure& measure = model_.measures[LtsminTwo];
    measure.failure = ltsmin_.prepare(file.dve_path);
    measure.compile_seconds = ltsmin_.compile_seconds();
    add_clew(runner, ClewDve, file.dve_path);
    entries_.push_back({LtsminTwo, [this] { return ltsmin_.run_once(); }});
  }

  BenchModel run_all(std::uint64_t repetitions, const BenchRunner::Say& say) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      const auto done = static_cast<double>(repetition);
      if (repetition > 0 && spent.count() * (done + 1) / done > model_seconds_max) break;
      for (const Entry& entry : entries_) {
        if (!model_.measures[entry.setting].failure.empty()) continue;
        say(fmt::format("{}: repetition {} of {}: {}", model_.name, repetition + 1, repetitions,
                        name_of(entry.setting)));
        add_run(model_.measures[entry.setting], entry.run_once(), entry.setting != SpinParallel);
      }
    }
    if (!pans_.empty()) model_.vector_bytes = pans_.front()->vector_bytes();
    return model_;
  }

 private:
  struct Entry {
    BenchSetting setting;
    std::function<BenchMeasure()> run_once;
  };

  ScratchFolder folder_;
  BenchModel model_;
  std::vector<std::unique_ptr<Pan>> pans_;
  Ltsmin ltsmin_;
  std::vector<Entry> entries_;
};

}  // namespace

BenchRun run_of(const ProgramResult& result) {
  return {result.cpu_seconds, result.wall_seconds, result.memory_bytes_peak};
}

ScratchFolder::ScratchFolder() {
  if (path().empty()) refuse({{}, "no temporary folder can be made"});
}

BenchRunner::BenchRunner(std::string program, BenchPeers peers, Say say)
    : program_(std::move(program)), peers_(peers), say_(std::move(say)) {}

BenchMeasure BenchRunner::explore(const std::string& path, const Words& switches, bool cold) const {
  Words words;
  if (cold) words = {"env", "CLEW_CACHE=off"};
  words.insert(words.end(), {program_, "explore", path, "--json", "--quiet"});
  words.insert(words.end(), switches.begin(), switches.end());
  return measure_of(run(words));
}

BenchMeasure BenchRunner::check(const std::string& path, const Words& switches) const {
  Words words = {program_, "check", path, "-p", "claim", "--no-vacuity", "--json", "--quiet"};
  words.insert(words.end(), switches.begin(), switches.end());
  return measure_of(run(words));
}

std::string BenchRunner::translate(const std::string& path, const std::string& target) const {
  const ProgramResult result = run({program_, "translate", path, "--to", "promela"});
  if (result.end != End::Exited || result.exit_code != 0) {
    return "cannot be translated: " + end_text(result);
  }
  return write_file(target, result.output);
}

// Leaves the compiled code in the cache, and says how many states peers have to expect.
BenchMeasure BenchRunner::warm_up(const std::string& path) const {
  BenchMeasure measure = explore(path, clew_switches(ClewOne));
  // A run may be over before the C compiler is.  Depth-first runs take longer.
  constexpr int more_runs_max = 3;
  std::string tier = measure.native_tier;
  for (int i = 0; i < more_runs_max && tier == "tcc"; ++i) {
    tier = explore(path, clew_switches(ClewDepthFirst)).native_tier;
  }
  return measure;
}

BenchModel BenchRunner::measure(const BenchFile& file, std::uint64_t repetitions) const {
  say_(file.name + ": warming up, compiling");
  const BenchMeasure warm = warm_up(file.path);
  Contest contest(file);
  for (const BenchSetting setting : {ClewOne, ClewTwo, ClewDepthFirst, ClewCold}) {
    contest.add_clew(*this, setting, file.path);
  }
  if (peers_.spin && file.is_promela) {
    contest.add_spin(file.path, warm.counts.states,
                     {SpinHuge, SpinPlain, SpinCollapse, SpinParallel});
  }
  if (peers_.ltsmin && !file.dve_path.empty()) {
    warm_up(file.dve_path);
    contest.add_ltsmin(*this, file);
  }
  return contest.run_all(repetitions, say_);
}

BenchModel BenchRunner::measure_liveness(const BenchFile& file, std::uint64_t repetitions) const {
  say_(file.name + ": warming up, compiling");
  warm_up(file.path);
  const BenchMeasure warm = check(file.path, clew_switches(LivenessOne));
  // The claim may be code of its own.
  constexpr int more_runs_max = 3;
  std::string tier = warm.native_tier;
  for (int i = 0; i < more_runs_max && tier == "tcc"; ++i) {
    tier = check(file.path, clew_switches(LivenessOne)).native_tier;
  }
  Contest contest(file);
  contest.add_liveness(*this, LivenessOne, file.path);
  contest.add_liveness(*this, LivenessTwo, file.path);
  // What Clew explores of a Promela model is the model without its claim.
  if (!file.is_promela) contest.add_clew(*this, ProductOne, file.path);
  if (peers_.spin) contest.add_nested(*this, file, warm.counts.states);
  return contest.run_all(repetitions, say_);
}

}  // namespace clew::cli
