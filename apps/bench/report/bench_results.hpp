// What `clew bench` has measured: times, memory and counts of Clew and its peers on the same models,
// and the few numbers drawn from them.
//
//   BenchResults results = ...;
//   const auto ratios = bench_ratios(results, faster_spin, BenchSetting::ClewOne, Clock::Processor);
//   std::cout << geometric_mean(present(ratios));
//
// bench_text.hpp, bench_liveness.hpp and bench_engines.hpp write them as tables, bench_plot.hpp as a
// picture, bench_json.hpp for programs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clew {

// A program with its switches.
enum class BenchSetting : std::uint8_t {
  ClewOne,         // one thread
  ClewTwo,         // two threads
  ClewDepthFirst,  // one thread, strict depth-first order
  ClewCold,        // one thread, no compiled code from an earlier run
  SpinHuge,        // -w24, huge pages by the tunable of the C library
  SpinPlain,       // -w26
  SpinCollapse,    // -DCOLLAPSE, else as SpinHuge
  SpinParallel,    // -DBFS_PAR on two cores
  ClewDve,         // two threads, the DVE file of the same name (what LTSmin reads)
  LtsminTwo,       // dve2lts-mc, two threads
  // The set about liveness: products of a model and a claim that accepts no run.
  LivenessOne,  // `clew check -p claim`, one thread
  LivenessTwo,  // two threads
  ProductOne,   // `clew explore`, one thread: the same product, nothing looked for
  NestedHuge,   // pan -a, SPIN's nested depth-first search, else as SpinHuge
  NestedPlain,  // else as SpinPlain
  // The set about engines: `clew check -e`, one question.
  EngineExplicit,     // all threads, machine code
  EngineInterpreted,  // explicit, one thread, no machine code: the quickest to start
  EngineBdd,
  EngineBmc,
  EngineInduction,
  EnginePdr,
  EnginePortfolio,
  EngineAuto,
};

// "Clew, 2 threads"
std::string name_of(BenchSetting setting);
// "clew-2", for programs
std::string key_of(BenchSetting setting);
const std::vector<BenchSetting>& all_bench_settings();

// Which seconds: what the processors worked, or what a person waited.
enum class Clock : std::uint8_t { Processor, Wall };

struct BenchRun {
  double cpu_seconds = 0;  // user and system
  double wall_seconds = 0;
  std::uint64_t memory_bytes_peak = 0;  // resident

  double seconds(Clock clock) const { return clock == Clock::Wall ? wall_seconds : cpu_seconds; }
};

struct BenchCounts {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  bool operator==(const BenchCounts&) const = default;
};

// One setting on one model.
struct BenchMeasure {
  std::vector<BenchRun> runs;  // all complete
  BenchCounts counts;
  double store_bytes_per_state = 0;  // Clew only
  std::string native_tier;     // Clew only: what the last run ended in; empty: the interpreter
  double compile_seconds = 0;  // peers only: not part of the runs
  std::string failure;         // not empty: why there is nothing to compare
  bool is_wrong = false;       // engines only: the failure is an answer, and not the right one
};

struct BenchModel {
  std::string name;
  std::uint64_t vector_bytes = 0;  // of SPIN; 0: not known
  std::map<BenchSetting, BenchMeasure> measures = {};

  // Null if it was not measured, or failed.
  const BenchMeasure* measure(BenchSetting setting) const;
};

struct BenchMachine {
  std::string processor;
  unsigned cores = 0;
  std::string caches;
  std::uint64_t memory_bytes = 0;
  std::string system;
  std::string huge_pages;
  std::vector<std::string> programs;  // "spin: Spin Version 6.5.2", "cc: ..."
  double load = 0;  // runnable programs, averaged over a minute, before the first run
};

// The store beside what the machine can do at best; nanoseconds each.
struct BenchLimit {
  std::uint64_t states = 0;
  double line_read_ns = 0;  // a random cache line, deep prefetch, as many bytes as the store has
  double mixed_ns = 0;      // an insertion, one new state for three known ones, growth included
  double known_ns = 0;      // an insertion of a known state

  double mixed_share() const { return line_read_ns / mixed_ns; }
  double known_share() const { return line_read_ns / known_ns; }
};

struct BenchNative {
  std::string model;
  BenchCounts counts;
  double native_seconds = 0;
  double interpreter_seconds = 0;

  double ratio() const { return interpreter_seconds / native_seconds; }
};

struct BenchGrowth {
  std::uint64_t states = 0;
  double seconds = 0;  // processor, one thread, best

  double ns_per_state() const { return seconds / static_cast<double>(states) * 1e9; }
};

// A row of a published table, asked of Clew's engines.
struct BenchScript {
  unsigned table = 0;  // its number
  std::string what;    // what the table is about
  BenchModel model;    // named after the row: "N = 4, 26 steps"
  bool exists = false;
  double published_seconds = 0;  // of the fastest tool
  std::string published_tool;    // empty: none finished, the seconds are those it was given

  // What took the tools ten minutes or more shall take Clew one at most.
  bool is_hard() const { return published_seconds >= 600; }
};

// A state space that is counted by decision diagrams.
struct BenchSize {
  std::string model;
  std::string states;  // all digits
  BenchMeasure measure;
};

// Which question was asked of all models.
enum class BenchSet : std::uint8_t { Exploration, Liveness, Engines };

struct BenchResults {
  BenchSet set = BenchSet::Exploration;
  std::string date;  // "2026-11-15"
  std::string version;
  std::uint64_t repetitions = 0;
  bool is_partial = false;  // interrupted: there was to be more
  BenchMachine machine;
  std::vector<BenchModel> models;
  std::optional<BenchLimit> limit;
  std::vector<BenchNative> native;
  std::vector<double> first_verdict_seconds;  // wall, every run
  std::vector<BenchGrowth> growth;            // one family, fewest states first
  // The set about engines; its `models` are those on which the portfolio is compared.
  std::vector<BenchScript> scripts;
  std::vector<BenchSize> sizes;
};

// --- numbers drawn from them

// 0 if there are none.  REQUIRES: all are above 0.
double geometric_mean(const std::vector<double>& values);
double median(std::vector<double> values);  // 0 if there are none

double best_seconds(const BenchMeasure& measure, Clock clock);
double median_seconds(const BenchMeasure& measure, Clock clock);
std::uint64_t least_memory(const BenchMeasure& measure);

// The best of several settings on a model; nothing if none of them has a run.
std::optional<double> best_seconds(const BenchModel& model,
                                   const std::vector<BenchSetting>& settings, Clock clock);
std::optional<double> least_memory(const BenchModel& model,
                                   const std::vector<BenchSetting>& settings);

// SPIN's depth-first search: per model, whichever of its settings did better.
inline const std::vector<BenchSetting> faster_spin = {BenchSetting::SpinHuge,
                                                      BenchSetting::SpinPlain};
inline const std::vector<BenchSetting> faster_nested = {BenchSetting::NestedHuge,
                                                        BenchSetting::NestedPlain};

// The engines that a portfolio has to compete with.
inline const std::vector<BenchSetting> single_engines = {
    BenchSetting::EngineExplicit, BenchSetting::EngineBdd, BenchSetting::EngineBmc,
    BenchSetting::EngineInduction, BenchSetting::EnginePdr};
// What a script may be answered by.
inline const std::vector<BenchSetting> script_engines = {
    BenchSetting::EngineExplicit,  BenchSetting::EngineInterpreted, BenchSetting::EngineBdd,
    BenchSetting::EngineBmc,       BenchSetting::EngineInduction,   BenchSetting::EnginePdr,
    BenchSetting::EnginePortfolio, BenchSetting::EngineAuto};

// For every model: how many times faster `ours` was than `theirs`.
std::vector<std::optional<double>> bench_ratios(const BenchResults& results,
                                                const std::vector<BenchSetting>& theirs,
                                                BenchSetting ours, Clock clock);
// The same, `ours` being the best of several.
std::vector<std::optional<double>> bench_ratios(const BenchResults& results,
                                                const std::vector<BenchSetting>& theirs,
                                                const std::vector<BenchSetting>& ours, Clock clock);
// For every model: our peak memory as a part of theirs.
std::vector<std::optional<double>> memory_ratios(const BenchResults& results, BenchSetting ours,
                                                 const std::vector<BenchSetting>& theirs);
std::vector<double> present(const std::vector<std::optional<double>>& values);

// Whether a setting has counted what Clew counts with one thread (LTSmin: what Clew counts on the same
// DVE file; in the set about liveness: as many states, because a nested search takes transitions
// twice).
enum class Agreement : std::uint8_t { Unknown, Equal, Different };
Agreement agreement(const BenchModel& model, BenchSetting setting);

// The portfolio has no answer, and an engine alone has one.
bool is_missed_by_portfolio(const BenchModel& model);

// Whether an engine gave an answer that is not the right one.
bool has_wrong_answer(const BenchResults& results);

// A promise, and what became of it.
struct BenchTarget {
  std::string what;
  double bound = 0;
  bool at_least = true;            // else: at most
  std::optional<double> measured;  // nothing: not measured in this run
  std::string unit;                // behind the number: "", " ms", " bytes"
  std::size_t models = 0;          // how many took part; 0: does not apply

  bool reached() const { return measured && (at_least ? *measured >= bound : *measured <= bound); }
};
// Those of the set that was measured.
std::vector<BenchTarget> bench_targets(const BenchResults& results);

}  // namespace clew
