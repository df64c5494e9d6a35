#include "apps/bench/report/bench_results.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clew {

namespace {

struct SettingNames {
  BenchSetting setting;
  const char* name;
  const char* key;
};

constexpr std::array<SettingNames, 23> setting_names = {{
    {BenchSetting::ClewOne, "Clew, 1 thread", "clew-1"},
    {BenchSetting::ClewTwo, "Clew, 2 threads", "clew-2"},
    {BenchSetting::ClewDepthFirst, "Clew, depth-first", "clew-dfs"},
    {BenchSetting::ClewCold, "Clew, first run", "clew-cold"},
    {BenchSetting::SpinHuge, "SPIN -w24, huge pages", "spin-huge"},
    {BenchSetting::SpinPlain, "SPIN -w26", "spin-plain"},
    {BenchSetting::SpinCollapse, "SPIN COLLAPSE", "spin-collapse"},
    {BenchSetting::SpinParallel, "SPIN BFS_PAR, 2 cores", "spin-bfs-par"},
    {BenchSetting::ClewDve, "Clew, 2 threads, DVE", "clew-dve"},
    {BenchSetting::LtsminTwo, "LTSmin, 2 threads, DVE", "ltsmin-2"},
    {BenchSetting::LivenessOne, "Clew, liveness, 1 thread", "clew-liveness-1"},
    {BenchSetting::LivenessTwo, "Clew, liveness, 2 threads", "clew-liveness-2"},
    {BenchSetting::ProductOne, "Clew, exploration of the product", "clew-product-1"},
    {BenchSetting::NestedHuge, "SPIN -a -w24, huge pages", "spin-nested-huge"},
    {BenchSetting::NestedPlain, "SPIN -a -w26", "spin-nested-plain"},
    {BenchSetting::EngineExplicit, "explicit", "explicit"},
    {BenchSetting::EngineInterpreted, "explicit, interpreter", "explicit-interpreter"},
    {BenchSetting::EngineBdd, "bdd", "bdd"},
    {BenchSetting::EngineBmc, "bmc", "bmc"},
    {BenchSetting::EngineInduction, "induction", "induction"},
    {BenchSetting::EnginePdr, "pdr", "pdr"},
    {BenchSetting::EnginePortfolio, "portfolio", "portfolio"},
    {BenchSetting::EngineAuto, "auto", "auto"},
}};

const SettingNames& names_of(BenchSetting setting) {
  return *std::find_if(setting_names.begin(), setting_names.end(),
                       [&](const SettingNames& names) { return names.setting == setting; });
}

std::vector<double> seconds_of(const BenchMeasure& measure, Clock clock) {
  std::vector<double> seconds;
  for (const BenchRun& run : measure.runs) seconds.push_back(run.seconds(clock));
  return seconds;
}

// Bytes per state in the store, of the models above five million states.
std::vector<double> store_bytes(const BenchResults& results, bool long_vectors) {
  constexpr std::uint64_t states_min = 5'000'000;
  constexpr std::uint64_t short_vector_bytes_max = 100;
  std::vector<double> bytes;
  for (const BenchModel& model : results.models) {
    const BenchMeasure* const clew = model.measure(BenchSetting::ClewOne);
    const bool is_long = model.vector_bytes > short_vector_bytes_max;
    if (clew && clew->counts.states > states_min && is_long == long_vectors) {
      bytes.push_back(clew->store_bytes_per_state);
    }
  }
  return bytes;
}

// How many of SPIN's runs have the same counts as ours.
BenchTarget agreement_target(const BenchResults& results, std::string what,
                             const std::vector<BenchSetting>& settings) {
  std::size_t compared = 0;
  std::size_t equal = 0;
  for (const BenchModel& model : results.models) {
    for (const BenchSetting setting : settings) {
      const Agreement found = agreement(model, setting);
      compared += found != Agreement::Unknown ? 1U : 0U;
      equal += found == Agreement::Equal ? 1U : 0U;
    }
  }
  BenchTarget target{std::move(what), 1, true, {}, "", 0};
  if (compared > 0) target.measured = static_cast<double>(equal) / static_cast<double>(compared);
  return target;
}

BenchTarget mean_target(std::string what, double bound, bool at_least,
                        const std::vector<double>& values, std::string unit) {
  BenchTarget target{std::move(what), bound,           at_least,
                     std::nullopt,    std::move(unit), values.size()};
  if (!values.empty()) target.measured = geometric_mean(values);
  return target;
}

void add_other_targets(const BenchResults& results, std::vector<BenchTarget>& targets) {
  BenchTarget share{
      "share of the machine's random-access limit, one new state for three known ones",
      0.3,
      true,
      {},
      "",
      0};
  if (results.limit) share.measured = results.limit->mixed_share();
  targets.push_back(share);
  std::vector<double> native;
  for (const BenchNative& row : results.native) native.push_back(row.ratio());
  targets.push_back(mean_target("machine code against the interpreter", 10, true, native, ""));
  BenchTarget verdict{"time to the first verdict on a tiny model, median", 50, false, {}, " ms", 0};
  if (!results.first_verdict_seconds.empty()) {
    verdict.measured = median(results.first_verdict_seconds) * 1e3;
  }
  targets.push_back(verdict);
  BenchTarget growth{
      "growth of the time per state from 1 to 20 million states", 1.5, false, {}, "", 0};
  if (results.growth.size() > 1) {
    growth.measured = results.growth.back().ns_per_state() / results.growth.front().ns_per_state();
  }
  targets.push_back(growth);
}

BenchTarget faster_target(const BenchResults& results, std::string what, double bound,
                          const std::vector<BenchSetting>& theirs, BenchSetting ours, Clock clock) {
  return mean_target(std::move(what), bound, true,
                     present(bench_ratios(results, theirs, ours, clock)), "");
}

std::vector<BenchTarget> exploration_targets(const BenchResults& results) {
  using enum BenchSetting;
  const auto faster = [&](std::string what, double bound, const std::vector<BenchSetting>& theirs,
                          BenchSetting ours, Clock clock) {
    return faster_target(results, std::move(what), bound, theirs, ours, clock);
  };
  std::vector<BenchTarget> targets = {
      faster("1 thread against SPIN, processor time", 6, faster_spin, ClewOne, Clock::Processor),
      faster("2 threads against SPIN on one core, wall time", 10, faster_spin, ClewTwo,
             Clock::Wall),
      faster("2 threads against 1 thread, wall time", 1.8, {ClewOne}, ClewTwo, Clock::Wall),
      faster("2 threads against SPIN BFS_PAR on 2 cores, wall time", 6, {SpinParallel}, ClewTwo,
             Clock::Wall),
      faster("depth-first against SPIN, processor time", 4, faster_spin, ClewDepthFirst,
             Clock::Processor),
      mean_target(
          "bytes per state in the store, above 5 million states, SPIN vector up to 100 bytes", 8,
          false, store_bytes(results, false), " bytes"),
      mean_target("the same, SPIN vector above 100 bytes", 16, false, store_bytes(results, true),
                  " bytes"),
      mean_target("peak memory as a part of SPIN's", 0.3, false,
                  present(memory_ratios(results, ClewOne, faster_spin)), ""),
      mean_target("peak memory as a part of SPIN's with COLLAPSE", 0.8, false,
                  present(memory_ratios(results, ClewOne, {SpinCollapse})), ""),
  };
  targets.insert(targets.begin(),
                 agreement_target(results, "part of the depth-first runs of SPIN with equal counts",
                                  faster_spin));
  add_other_targets(results, targets);
  return targets;
}

std::vector<BenchTarget> liveness_targets(const BenchResults& results) {
  using enum BenchSetting;
  return {
      agreement_target(results, "part of the runs of SPIN with as many states", faster_nested),
      faster_target(results, "1 thread against SPIN's nested depth-first search, processor time", 2,
                    faster_nested, LivenessOne, Clock::Processor),
      faster_target(results, "2 threads against 1 thread, wall time", 1.6, {LivenessOne},
                    LivenessTwo, Clock::Wall),
      faster_target(results, "speed as a part of that of plain exploration, processor time", 0.5,
                    {ProductOne}, LivenessOne, Clock::Processor),
  };
}

std::size_t wrong_answers(const BenchModel& model) {
  return static_cast<std::size_t>(
      std::count_if(model.measures.begin(), model.measures.end(),
                    [](const auto& entry) { return entry.second.is_wrong; }));
}

std::size_t wrong_answers(const BenchResults& results) {
  std::size_t wrong = 0;
  for (const BenchScript& script : results.scripts) wrong += wrong_answers(script.model);
  for (const BenchModel& model : results.models) wrong += wrong_answers(model);
  for (const BenchSize& size : results.sizes) wrong += size.measure.is_wrong ? 1U : 0U;
  return wrong;
}

BenchTarget count_target(std::string what, double bound, bool at_least, std::size_t count,
                         std::size_t models) {
  BenchTarget target{std::move(what), bound, at_least, {}, "", models};
  if (models > 0) target.measured = static_cast<double>(count);
  return target;
}

std::vector<BenchTarget> engine_targets(const BenchResults& results) {
  constexpr double minute = 60;
  constexpr std::size_t digits_beyond_a_billion = 10;
  std::size_t slow = 0;
  std::size_t hard = 0;
  std::size_t hard_and_slow = 0;
  for (const BenchScript& script : results.scripts) {
    const auto ours = best_seconds(script.model, script_engines, Clock::Wall);
    slow += !ours || *ours >= script.published_seconds ? 1U : 0U;
    if (!script.is_hard()) continue;
    ++hard;
    hard_and_slow += !ours || *ours > minute ? 1U : 0U;
  }
  std::size_t counted = 0;
  for (const BenchSize& size : results.sizes) {
    const bool is_counted = size.measure.failure.empty() && !size.measure.runs.empty() &&
                            size.states.size() >= digits_beyond_a_billion;
    if (is_counted && best_seconds(size.measure, Clock::Wall) <= minute) ++counted;
  }
  const auto missed = static_cast<std::size_t>(
      std::count_if(results.models.begin(), results.models.end(), is_missed_by_portfolio));
  const std::size_t asked = results.scripts.size() + results.models.size() + results.sizes.size();
  return {
      count_target("wrong answers", 0, false, wrong_answers(results), asked),
      count_target("rows of published tables on which Clew is not faster than every tool", 0, false,
                   slow, results.scripts.size()),
      count_target("rows that took the tools ten minutes or more, and Clew more than one", 0, false,
                   hard_and_slow, hard),
      mean_target("portfolio against the best engine alone, wall time", 1.3, false,
                  present(bench_ratios(results, {BenchSetting::EnginePortfolio}, single_engines,
                                       Clock::Wall)),
                  ""),
      count_target("questions that an engine alone answers, and the portfolio does not", 0, false,
                   missed, results.models.size()),
      count_target("models with more than 10^9 states that bdd counts within a minute", 3, true,
                   counted, results.sizes.size()),
  };
}

}  // namespace

std::string name_of(BenchSetting setting) { return names_of(setting).name; }
std::string key_of(BenchSetting setting) { return names_of(setting).key; }

const std::vector<BenchSetting>& all_bench_settings() {
  static const std::vector<BenchSetting> all = [] {
    std::vector<BenchSetting> settings;
    for (const SettingNames& names : setting_names) settings.push_back(names.setting);
    return settings;
  }();
  return all;
}

const BenchMeasure* BenchModel::measure(BenchSetting setting) const {
  const auto at = measures.find(setting);
  const bool usable =
      at != measures.end() && at->second.failure.empty() && !at->second.runs.empty();
  return usable ? &at->second : nullptr;
}

double geometric_mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double best_seconds(const BenchMeasure& measure, Clock clock) {
  const std::vector<double> seconds = seconds_of(measure, clock);
  return seconds.empty() ? 0 : *std::min_element(seconds.begin(), seconds.end());
}

double median_seconds(const BenchMeasure& measure, Clock clock) {
  return median(seconds_of(measure, clock));
}

std::uint64_t least_memory(const BenchMeasure& measure) {
  std::uint64_t least = 0;
  for (const BenchRun& run : measure.runs) {
    least = least == 0 ? run.memory_bytes_peak : std::min(least, run.memory_bytes_peak);
  }
  return least;
}

std::optional<double> best_seconds(const BenchModel& model,
                                   const std::vector<BenchSetting>& settings, Clock clock) {
  std::optional<double> best;
  for (const BenchSetting setting : settings) {
    const BenchMeasure* const measure = model.measure(setting);
    if (!measure) continue;
    const double seconds = best_seconds(*measure, clock);
    best = best ? std::min(*best, seconds) : seconds;
  }
  return best;
}

std::optional<double> least_memory(const BenchModel& model,
                                   const std::vector<BenchSetting>& settings) {
  std::optional<double> least;
  for (const BenchSetting setting : settings) {
    const BenchMeasure* const measure = model.measure(setting);
    if (!measure) continue;
    const auto bytes = static_cast<double>(least_memory(*measure));
    least = least ? std::min(*least, bytes) : bytes;
  }
  return least;
}

std::vector<std::optional<double>> bench_ratios(const BenchResults& results,
                                                const std::vector<BenchSetting>& theirs,
                                                const std::vector<BenchSetting>& ours,
                                                Clock clock) {
  std::vector<std::optional<double>> ratios;
  for (const BenchModel& model : results.models) {
    const auto slow = best_seconds(model, theirs, clock);
    const auto fast = best_seconds(model, ours, clock);
    const bool comparable = slow && fast && *slow > 0 && *fast > 0;
    ratios.push_back(comparable ? std::optional(*slow / *fast) : std::nullopt);
  }
  return ratios;
}

std::vector<std::optional<double>> bench_ratios(const BenchResults& results,
                                                const std::vector<BenchSetting>& theirs,
                                                BenchSetting ours, Clock clock) {
  return bench_ratios(results, theirs, std::vector<BenchSetting>{ours}, clock);
}

std::vector<std::optional<double>> memory_ratios(const BenchResults& results, BenchSetting ours,
                                                 const std::vector<BenchSetting>& theirs) {
  std::vector<std::optional<double>> ratios;
  for (const BenchModel& model : results.models) {
    const auto small = least_memory(model, {ours});
    const auto large = least_memory(model, theirs);
    const bool comparable = small && large && *small > 0 && *large > 0;
    ratios.push_back(comparable ? std::optional(*small / *large) : std::nullopt);
  }
  return ratios;
}

std::vector<double> present(const std::vector<std::optional<double>>& values) {
  std::vector<double> found;
  for (const auto& value : values) {
    if (value) found.push_back(*value);
  }
  return found;
}

Agreement agreement(const BenchModel& model, BenchSetting setting) {
  const bool is_liveness = setting >= BenchSetting::LivenessOne;
  BenchSetting reference = BenchSetting::ClewOne;
  if (setting == BenchSetting::LtsminTwo) reference = BenchSetting::ClewDve;
  if (is_liveness) reference = BenchSetting::LivenessOne;
  const BenchMeasure* const ours = model.measure(reference);
  const BenchMeasure* const theirs = model.measure(setting);
  if (!ours || !theirs) return Agreement::Unknown;
  const bool is_equal =
      is_liveness ? ours->counts.states == theirs->counts.states : ours->counts == theirs->counts;
  return is_equal ? Agreement::Equal : Agreement::Different;
}

bool is_missed_by_portfolio(const BenchModel& model) {
  return !model.measure(BenchSetting::EnginePortfolio) &&
         best_seconds(model, single_engines, Clock::Wall).has_value();
}

bool has_wrong_answer(const BenchResults& results) { return wrong_answers(results) > 0; }

std::vector<BenchTarget> bench_targets(const BenchResults& results) {
  switch (results.set) {
    case BenchSet::Exploration: break;
    case BenchSet::Liveness: return liveness_targets(results);
    case BenchSet::Engines: return engine_targets(results);
  }
  return exploration_targets(results);
}

}  // namespace clew
