// `clew bench`: Clew and its peers on the same models, on this machine, in one run.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/bench/bench_limit.hpp"
#include "apps/bench/bench_machine.hpp"
#include "apps/bench/bench_runner.hpp"
#include "apps/bench/engines_runner.hpp"
#include "apps/bench/report/bench_engines.hpp"
#include "apps/bench/report/bench_json.hpp"
#include "apps/bench/report/bench_liveness.hpp"
#include "apps/bench/report/bench_plot.hpp"
#include "apps/bench/report/bench_text.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/input.hpp"
#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/version.hpp"

namespace clew::cli {

namespace {

namespace files = std::filesystem;

// The Promela models of the BEEM collection with 0.5 to 20 million states, small ones first.
constexpr std::array<const char*, 21> usual_models = {
    "phils.5",     "hanoi.2",   "mcs.3",       "reader_writer.3",   "telephony.3",
    "rether.3",    "lamport.5", "peterson.4",  "szymanski.3",       "fischer.4",
    "at.3",        "brp.3",     "szymanski.4", "rether.4",          "fischer.3",
    "iprotocol.3", "rether.5",  "iprotocol.4", "production_cell.3", "lann.3",
    "train-gate.2"};
constexpr std::array<const char*, 4> quick_models = {"phils.5", "telephony.3", "peterson.4",
                                                     "rether.3"};
// Products with a claim that accepts no run, 0.2 to 6 million states.
constexpr std::array<const char*, 12> liveness_products = {
    "peterson.2.prop4", "rether.3.prop2",  "rether.3.prop5",          "mcs.3.prop4",
    "rether.4.prop2",   "lamport.5.prop4", "peterson.4.prop4",        "szymanski.4.prop4",
    "rether.5.prop2",   "rether.5.prop5",  "leader_election.4.prop2", "leader_election.5.prop2"};
constexpr std::array<const char*, 4> quick_products = {"peterson.2.prop4", "rether.3.prop2",
                                                       "rether.3.prop5", "mcs.3.prop4"};
// Both large enough that starting the program does not count, small enough for the interpreter.
constexpr std::array<const char*, 2> interpreted_models = {"peterson.4", "phils.5"};
constexpr std::array<const char*, 4> own_models = {"producer_consumer", "alternating_bit",
                                                   "leader_ring", "philosophers"};

// States grow with the fourth power of K, what happens in a state stays the same.  The check keeps
// states apart by more bits than the counters need.
constexpr const char* counters_model = R"(byte x[4];
int check;

active [4] proctype Counter() {
  do
  :: d_step {
       x[_pid] = (x[_pid] + 1) % K;
       check = (x[0] * 7919 + x[1] * 104729 + x[2] * 1299709 + x[3] * 15485863) & 1048575
     }
  od
}
)";

constexpr const char* tiny_model = R"(bool wants[2];
byte turn, inside;

active [2] proctype P() {
  do
  :: wants[_pid] = true;
     turn = 1 - _pid;
     !wants[1 - _pid] || turn == _pid;
     inside++;
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}
)";

// Where there are no others.  Somebody counts in every move, so nobody stays below 60 forever.
constexpr const char* counting_product = R"(byte x[3];

process P0 { state count; init count; trans count -> count { guard x[0] < 60; effect x[0] = x[0] + 1; }; }
process P1 { state count; init count; trans count -> count { guard x[1] < 60; effect x[1] = x[1] + 1; }; }
process P2 { state count; init count; trans count -> count { guard x[2] < 60; effect x[2] = x[2] + 1; }; }

process Claim {
  state watching, below;
  init watching;
  accept below;
  trans
    watching -> watching {},
    watching -> below { guard x[0] < 60; },
    below -> below { guard x[0] < 60; };
}

system async property Claim;
)";

std::string beem_folder() {
  const char* const given = std::getenv("CLEW_EXTRA_MODELS");
  return (files::path(given ? given : "../shared/models") / "beem").string();
}

BenchFile file_of(const std::string& path) {
  BenchFile file{files::path(path).stem().string(), path, "", true};
  const std::string suffix = files::path(path).extension().string();
  file.is_promela = suffix != ".dve" && suffix != ".mdve";
  const std::string dve = files::path(path).replace_extension(".dve").string();
  if (files::is_regular_file(dve)) file.dve_path = dve;
  return file;
}

// "peterson.4", ".pm" -> BEEM_FOLDER/peterson/peterson.4.pm; empty if it is not there.
std::string beem_file(const std::string& name, const std::string& suffix) {
  const std::string family = name.substr(0, name.find('.'));
  const std::string path = (files::path(beem_folder()) / family / (name + suffix)).string();
  return files::is_regular_file(path) ? path : std::string();
}

template <class Names>
std::vector<BenchFile> beem_files(const Names& names, const std::string& suffix = ".pm") {
  std::vector<BenchFile> found;
  for (const char* const name : names) {
    const std::string path = beem_file(name, suffix);
    if (!path.empty()) found.push_back(file_of(path));
  }
  return found;
}

void write_model(const std::string& path, std::string_view text) {
  const std::string error = write_file(path, text);
  if (!error.empty()) refuse({path, error});
}

std::vector<BenchFile> named_files(const Options& options) {
  std::vector<BenchFile> named;
  for (const std::string& path : options.bench_models) {
    if (!files::is_regular_file(path)) refuse({path, "no such file"});
    named.push_back(file_of(path));
  }
  return named;
}

void say_that_beem_is_missing() {
  write_error(
      fmt::format("clew: no models below '{}', small ones of our own are taken\n", beem_folder()));
}

std::vector<BenchFile> usual_files(const Options& options) {
  std::vector<BenchFile> chosen =
      options.quick ? beem_files(quick_models) : beem_files(usual_models);
  if (!chosen.empty()) return chosen;
  for (const char* const name : own_models) {
    const std::string path = fmt::format("models/promela/{}.pml", name);
    if (files::is_regular_file(path)) chosen.push_back(file_of(path));
  }
  if (chosen.empty()) {
    refuse({{},
            "no models to measure",
            "name some, or let CLEW_EXTRA_MODELS name a folder that has the BEEM models below "
            "'beem'"});
  }
  say_that_beem_is_missing();
  return chosen;
}

// `folder` takes a product of our own where there are no others.
std::vector<BenchFile> usual_products(const Options& options, const ScratchFolder& folder) {
  std::vector<BenchFile> chosen =
      options.quick ? beem_files(quick_products, ".dve") : beem_files(liveness_products, ".dve");
  if (!chosen.empty()) return chosen;
  say_that_beem_is_missing();
  const std::string path = folder.path() + "/counting.dve";
  write_model(path, counting_product);
  return {file_of(path)};
}

BenchPeers chosen_peers(const Options& options) {
  const bool has_spin = !program_path("spin").empty() && !program_path("cc").empty();
  const bool has_ltsmin = !program_path("dve2lts-mc").empty();
  if (!options.bench_peers) return {has_spin, has_ltsmin};
  BenchPeers peers;
  for (const std::string& name : *options.bench_peers) {
    if (name == "ltsmin" && options.liveness) {
      refuse({{}, "--peers: ltsmin takes no part in --liveness"});
    }
    const bool there = name == "spin" ? has_spin : has_ltsmin;
    if (name == "none") continue;
    if (name != "spin" && name != "ltsmin") {
      refuse({{}, fmt::format("--peers: expected spin, ltsmin or none, found '{}'", name)});
    }
    if (!there) {
      refuse({{},
              fmt::format("--peers: {} is not on this machine", name),
              name == "spin" ? "it needs 'spin' and 'cc' on the PATH"
                             : "it needs 'dve2lts-mc' on the PATH"});
    }
    (name == "spin" ? peers.spin : peers.ltsmin) = true;
  }
  return peers;
}

// What does not belong to a model of the list: tier against tier, growth, start, the machine itself.
class Extras {
 public:
  Extras(const std::string& program, const BenchRunner& runner, bool quick)
      : program_(program), runner_(runner), quick_(quick) {
    write_model(path_of("counters.pml"), counters_model);
    write_model(path_of("tiny.pml"), tiny_model);
  }

  std::vector<BenchNative> native() const {
    std::vector<BenchFile> chosen = beem_files(interpreted_models);
    std::vector<BenchNative> rows;
    for (const BenchFile& file : chosen) add_native(rows, file.name, file.path, {});
    if (chosen.empty()) add_native(rows, "counters", path_of("counters.pml"), {"-D", "K=20"});
    return rows;
  }

  std::vector<BenchGrowth> growth() const {
    std::vector<BenchGrowth> rows;
    // 32^4 and 67^4 are 1 and 20 million.
    for (const char* const size : {"K=32", "K=38", "K=45", "K=54", "K=67"}) {
      if (quick_ && size != std::string("K=32") && size != std::string("K=67")) continue;
      const auto best = best_of(path_of("counters.pml"), {"-D", size, "-j", "1"});
      if (best.runs.empty()) continue;
      rows.push_back({best.counts.states, best_seconds(best, Clock::Processor)});
    }
    return rows;
  }

  std::vector<double> first_verdicts() const {
    std::vector<double> seconds;
    const int runs = quick_ ? 5 : 20;
    const WithEnvironment off("CLEW_CACHE", "off");  // for the children below
    for (int i = 0; i < runs; ++i) {
      const ProgramResult result =
          run_program({program_, "check", path_of("tiny.pml"), "--quiet"}, "", {});
      if (result.end == ProgramResult::End::Exited && result.exit_code == 0) {
        seconds.push_back(result.wall_seconds);
      }
      if (was_interrupted()) throw Interrupted{};
    }
    return seconds;
  }

  // In a process of its own: what we have touched ourselves would be seen in every child's peak.
  std::optional<BenchLimit> limit() const {
    const std::string states = quick_ ? "4000000" : "20000000";
    const ProgramResult result = run_program({program_, "bench", "--limit", states}, "", {});
    if (was_interrupted()) throw Interrupted{};
    const auto answer = nlohmann::json::parse(result.output, nullptr, false);
    if (answer.is_discarded()) return std::nullopt;
    return BenchLimit{answer.at("states"), answer.at("line_read_ns"), answer.at("mixed_ns"),
                      answer.at("known_ns")};
  }

 private:
  std::string path_of(const std::string& name) const { return folder_.path() + "/" + name; }

  // The first run warms the cache.
  BenchMeasure best_of(const std::string& path, const std::vector<std::string>& switches) const {
    BenchMeasure all;
    const int runs = quick_ ? 2 : 4;
    for (int i = 0; i < runs; ++i) {
      BenchMeasure one = runner_.explore(path, switches);
      if (!one.failure.empty()) return {};
      all.counts = one.counts;
      if (i > 0) all.runs.push_back(one.runs.front());
    }
    return all;
  }

  void add_native(std::vector<BenchNative>& rows, const std::string& name, const std::string& path,
                  std::vector<std::string> switches) const {
    switches.insert(switches.end(), {"-j", "1"});
    const BenchMeasure native = best_of(path, switches);
    switches.emplace_back("--no-native");
    const BenchMeasure interpreted = best_of(path, switches);
    if (native.runs.empty() || interpreted.runs.empty()) return;
    rows.push_back({name, native.counts, best_seconds(native, Clock::Processor),
                    best_seconds(interpreted, Clock::Processor)});
  }

  std::string program_;
  const BenchRunner& runner_;
  bool quick_;
  ScratchFolder folder_;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

void measure_models(const Options& options, const std::string& program, const BenchRunner& runner,
                    BenchResults& results) {
  const std::vector<BenchFile> named = named_files(options);
  for (const BenchFile& file : named.empty() ? usual_files(options) : named) {
    results.models.push_back(runner.measure(file, results.repetitions));
  }
  // Who names models wants to know about those.
  if (!named.empty()) return;
  const Extras extras(program, runner, options.quick);
  runner.say("machine code against the interpreter");
  results.native = extras.native();
  runner.say("growth");
  results.growth = extras.growth();
  runner.say("first verdict");
  results.first_verdict_seconds = extras.first_verdicts();
  runner.say("the machine's limit");
  results.limit = extras.limit();
}

void measure_products(const Options& options, const BenchRunner& runner, BenchResults& results) {
  const ScratchFolder folder;
  const std::vector<BenchFile> named = named_files(options);
  for (const BenchFile& file : named.empty() ? usual_products(options, folder) : named) {
    results.models.push_back(runner.measure_liveness(file, results.repetitions));
  }
}

void measure_engines(const Options& options, const std::string& program,
                     const EngineBench::Say& say, BenchResults& results) {
  const EngineBench bench(program, say, {results.repetitions, options.quick, beem_folder()});
  for (const std::string& path : options.bench_models) {
    if (!files::is_regular_file(path)) refuse({path, "no such file"});
  }
  if (!options.bench_models.empty()) return bench.measure_models(options.bench_models, results);
  if (!files::is_directory("models/uts")) {
    refuse({{},
            "no models to measure",
            "--engines wants to run where Clew's own folder 'models' is, or the names of models"});
  }
  bench.measure_scripts(results);
  bench.measure_sizes(results);
  bench.measure_portfolio(results);
}

// Fills in what it comes to before somebody interrupts it.
void measure_all(const Options& options, BenchResults& results) {
  const auto say = [&](const std::string& what) {
    if (!options.quiet) write_error(what + "\n");
  };
  results.date = today();
  results.version = version_text;
  results.repetitions = options.repetitions.value_or(options.quick ? 1 : 3);
  const std::string program = files::read_symlink("/proc/self/exe").string();
  if (results.set == BenchSet::Engines) {
    results.machine = describe_machine({});
    return measure_engines(options, program, say, results);
  }
  const BenchPeers peers = chosen_peers(options);
  results.machine =
      describe_machine({{"spin", "-V"}, {"dve2lts-mc", "--version"}, {"cc", "--version"}});
  const BenchRunner runner(program, peers, say);
  if (results.set == BenchSet::Liveness) return measure_products(options, runner, results);
  measure_models(options, program, runner, results);
}

int print_limit(std::uint64_t states) {
  const BenchLimit limit = measure_limit(states);
  write_out(nlohmann::json{{"states", limit.states},
                           {"line_read_ns", limit.line_read_ns},
                           {"mixed_ns", limit.mixed_ns},
                           {"known_ns", limit.known_ns}}
                .dump() +
            "\n");
  return 0;
}

BenchSet chosen_set(const Options& options) {
  if (options.engines && options.liveness) {
    refuse({{}, "--engines: is another set than --liveness, ask for one of them"});
  }
  if (options.engines && options.bench_peers) {
    refuse({{}, "--peers: nobody takes part in --engines but Clew"});
  }
  const char* const set = options.engines ? "--engines" : "--liveness";
  if ((options.engines || options.liveness) && !options.plot_file.empty()) {
    refuse({{}, fmt::format("--plot: there is no picture of {}", set)});
  }
  if (options.engines) return BenchSet::Engines;
  return options.liveness ? BenchSet::Liveness : BenchSet::Exploration;
}

// `plot` is the picture's file name, beside the text.
std::string report_text(const BenchResults& results, const std::string& plot) {
  switch (results.set) {
    case BenchSet::Exploration: break;
    case BenchSet::Liveness: return liveness_text(results);
    case BenchSet::Engines: return engines_text(results);
  }
  return bench_text(results, plot);
}

}  // namespace

int run_bench(const Options& options) {
  if (options.limit_states) return print_limit(*options.limit_states);
  catch_interrupts();
  BenchResults results;
  results.set = chosen_set(options);
  try {
    measure_all(options, results);
  } catch (const Interrupted&) {
    results.is_partial = true;
  }
  if (results.models.empty() && results.scripts.empty()) {
    write_error("clew: interrupted before the first model was measured, nothing is written\n");
    return 3;
  }
  // Beside the text the picture is known by its file name.
  const std::string plot = files::path(options.plot_file).filename().string();
  const std::string text = report_text(results, options.output_file.empty() ? "" : plot);
  if (!options.plot_file.empty()) deliver(options.plot_file, bench_plot(results));
  if (options.json) deliver(options.json_file, bench_json(results));
  if (!options.output_file.empty()) deliver(options.output_file, text);
  if (!options.json || !options.json_file.empty()) write_out(text);
  if (has_wrong_answer(results)) return 4;
  return results.is_partial ? 3 : 0;
}

}  // namespace clew::cli
