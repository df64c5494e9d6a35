#include "apps/bench/report/bench_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/bench/report/bench_table.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

using enum BenchSetting;
using Table = BenchTable;
using Row = Table::Row;
using Ratios = std::vector<std::optional<double>>;

constexpr const char* nothing = Table::nothing;

std::string mebibytes_text(double bytes) {
  return fmt::format("{:.{}f}", bytes / (1024.0 * 1024.0), bytes < 1e8 ? 1 : 0);
}

bool has_any(const BenchResults& results, BenchSetting setting) {
  return std::any_of(results.models.begin(), results.models.end(),
                     [&](const BenchModel& model) { return model.measures.count(setting) > 0; });
}

std::vector<BenchSetting> measured_of(const BenchResults& results,
                                      std::vector<BenchSetting> settings) {
  std::erase_if(settings, [&](BenchSetting setting) { return !has_any(results, setting); });
  return settings;
}

// --- one section each

std::string targets_section(const BenchResults& results) {
  return "## Targets\n\n" + targets_table(bench_targets(results)) +
         "\nNumbers over several models are geometric means. SPIN is, model by model, the faster "
         "(or smaller) of its\ntwo depth-first settings.\n\n";
}

struct RatioColumn {
  std::string head;
  Ratios ratios;
};

// Times of some settings, ratios, and whether the peers among them agree with us.
struct TimeTable {
  std::string title;
  Clock clock;
  std::vector<BenchSetting> settings;
  std::vector<RatioColumn> ratios;
  std::vector<BenchSetting> peers;
};

std::string time_section(const BenchResults& results, TimeTable what) {
  what.settings = measured_of(results, what.settings);
  std::erase_if(what.ratios, [](const RatioColumn& c) { return present(c.ratios).empty(); });
  Row head = {"model", "states", "transitions"};
  for (const BenchSetting setting : what.settings) head.push_back(name_of(setting));
  for (const RatioColumn& column : what.ratios) head.push_back(column.head);
  head.emplace_back("counts");
  Table table(head);
  table.last_is_text();
  for (std::size_t i = 0; i < results.models.size(); ++i) {
    const BenchModel& model = results.models[i];
    const BenchMeasure* const clew = model.measure(ClewOne);
    Row row = {model.name, clew ? with_commas(clew->counts.states) : nothing,
               clew ? with_commas(clew->counts.transitions) : nothing};
    for (const BenchSetting setting : what.settings) {
      row.push_back(time_cell(model, setting, what.clock));
    }
    for (const RatioColumn& column : what.ratios) row.push_back(or_nothing(column.ratios[i]));
    row.emplace_back(agreement_text(model, what.peers));
    table.add(row);
  }
  Row means = {"geometric mean", "", ""};
  means.resize(3 + what.settings.size());
  for (const RatioColumn& column : what.ratios) {
    means.push_back("**" + number_text(geometric_mean(present(column.ratios))) + "**");
  }
  means.emplace_back();
  table.add(means);
  return "## " + what.title + "\n\n" + table.text() + "\n";
}

std::string one_core_section(const BenchResults& results) {
  return time_section(
      results,
      {"One core: processor seconds (user + system), best (median)",
       Clock::Processor,
       {ClewOne, ClewDepthFirst, ClewCold, SpinHuge, SpinPlain, SpinCollapse},
       {{"SPIN : Clew", bench_ratios(results, faster_spin, ClewOne, Clock::Processor)},
        {"SPIN : depth-first",
         bench_ratios(results, faster_spin, ClewDepthFirst, Clock::Processor)},
        {"COLLAPSE : Clew", bench_ratios(results, {SpinCollapse}, ClewOne, Clock::Processor)}},
       {ClewDepthFirst, ClewCold, SpinHuge, SpinPlain, SpinCollapse}});
}

std::string two_cores_section(const BenchResults& results) {
  std::string out = time_section(
      results, {"Two cores: wall seconds, best (median)",
                Clock::Wall,
                {ClewTwo, ClewOne, SpinHuge, SpinPlain, SpinParallel},
                {{"SPIN : Clew 2", bench_ratios(results, faster_spin, ClewTwo, Clock::Wall)},
                 {"BFS_PAR : Clew 2", bench_ratios(results, {SpinParallel}, ClewTwo, Clock::Wall)},
                 {"Clew 1 : Clew 2", bench_ratios(results, {ClewOne}, ClewTwo, Clock::Wall)}},
                {ClewTwo, SpinParallel}});
  if (has_any(results, SpinParallel)) {
    out +=
        "BFS_PAR also counts the states inside `atomic`, so its counts differ where a model uses "
        "it. "
        "It keeps hashes\ninstead of states and may miss some.\n\n";
  }
  return out;
}

std::string ltsmin_section(const BenchResults& results) {
  if (!has_any(results, LtsminTwo)) return {};
  return time_section(
      results, {"LTSmin on the DVE file of the same name: wall seconds, best (median)",
                Clock::Wall,
                {ClewDve, LtsminTwo},
                {{"LTSmin : Clew", bench_ratios(results, {LtsminTwo}, ClewDve, Clock::Wall)}},
                {LtsminTwo}});
}

// Peak memory, and what a state takes.
std::string memory_section(const BenchResults& results) {
  const auto settings = measured_of(
      results, {ClewOne, ClewTwo, ClewDepthFirst, SpinHuge, SpinPlain, SpinCollapse, SpinParallel});
  std::vector<RatioColumn> ratios = {
      {"Clew : SPIN", memory_ratios(results, ClewOne, faster_spin)},
      {"Clew : COLLAPSE", memory_ratios(results, ClewOne, {SpinCollapse})}};
  std::erase_if(ratios, [](const RatioColumn& c) { return present(c.ratios).empty(); });
  Row head = {"model", "SPIN vector, bytes", "Clew store, bytes per state"};
  for (const BenchSetting setting : settings) head.push_back(name_of(setting));
  for (const RatioColumn& column : ratios) head.push_back(column.head);
  Table table(head);
  std::vector<double> store_bytes;
  for (std::size_t i = 0; i < results.models.size(); ++i) {
    const BenchModel& model = results.models[i];
    const BenchMeasure* const clew = model.measure(ClewOne);
    Row row = {model.name, model.vector_bytes > 0 ? std::to_string(model.vector_bytes) : nothing};
    row.push_back(clew ? number_text(clew->store_bytes_per_state) : nothing);
    if (clew && clew->store_bytes_per_state > 0) store_bytes.push_back(clew->store_bytes_per_state);
    for (const BenchSetting setting : settings) {
      const auto bytes = least_memory(model, {setting});
      const auto states = model.measure(setting) ? model.measure(setting)->counts.states : 0;
      row.push_back(bytes && states > 0
                        ? fmt::format("{} ({})", mebibytes_text(*bytes),
                                      number_text(*bytes / static_cast<double>(states)))
                        : nothing);
    }
    for (const RatioColumn& column : ratios) row.push_back(or_nothing(column.ratios[i]));
    table.add(row);
  }
  Row means = {"geometric mean", "", "**" + number_text(geometric_mean(store_bytes)) + "**"};
  means.resize(3 + settings.size());
  for (const RatioColumn& column : ratios) {
    means.push_back("**" + number_text(geometric_mean(present(column.ratios))) + "**");
  }
  table.add(means);
  return "## Peak resident memory: MiB (bytes per state)\n\n" + table.text() +
         "\nSPIN's figures include the hash table and the depth-first stack that its switches ask "
         "for.\n\n";
}

std::string speed_section(const BenchResults& results) {
  const auto settings = measured_of(results, all_bench_settings());
  Row head = {"model"};
  for (const BenchSetting setting : settings) head.push_back(name_of(setting));
  Table table(head);
  for (const BenchModel& model : results.models) {
    Row row = {model.name};
    for (const BenchSetting setting : settings) {
      const BenchMeasure* const measure = model.measure(setting);
      const double seconds = measure ? best_seconds(*measure, Clock::Wall) : 0;
      row.push_back(seconds > 0
                        ? number_text(static_cast<double>(measure->counts.states) / seconds / 1e6)
                        : nothing);
    }
    table.add(row);
  }
  return "## Million states per second, wall time\n\n" + table.text() + "\n";
}

std::string compile_section(const BenchResults& results) {
  const auto peers = measured_of(results, {SpinHuge, SpinCollapse, SpinParallel, LtsminTwo});
  if (peers.empty()) return {};
  Row head = {"model"};
  for (const BenchSetting setting : peers) head.push_back(name_of(setting));
  if (has_any(results, ClewCold)) head.emplace_back("Clew, first run minus warm");
  head.emplace_back("warm Clew runs code of");
  Table table(head);
  table.last_is_text();
  for (const BenchModel& model : results.models) {
    Row row = {model.name};
    for (const BenchSetting setting : peers) {
      const BenchMeasure* const measure = model.measure(setting);
      row.push_back(measure ? seconds_text(measure->compile_seconds) : nothing);
    }
    if (has_any(results, ClewCold)) {
      const auto cold = best_seconds(model, {ClewCold}, Clock::Processor);
      const auto warm = best_seconds(model, {ClewOne}, Clock::Processor);
      row.push_back(cold && warm ? seconds_text(std::max(0.0, *cold - *warm)) : nothing);
    }
    const BenchMeasure* const clew = model.measure(ClewOne);
    const bool interpreted = clew && clew->native_tier.empty();
    row.push_back(!clew ? nothing : interpreted ? "the interpreter" : clew->native_tier);
    table.add(row);
  }
  return "## Compiling: processor seconds, in none of the times above but Clew's first run\n\n" +
         table.text() + "\n";
}

std::string differences_section(const BenchResults& results) {
  std::string out;
  for (const BenchModel& model : results.models) {
    for (const auto& [setting, measure] : model.measures) {
      if (!measure.failure.empty()) {
        out += fmt::format("- {}: {}: {}\n", model.name, name_of(setting), measure.failure);
      } else if (setting != ClewDve && agreement(model, setting) == Agreement::Different) {
        out += fmt::format("- {}: {} counts {} states, {} transitions\n", model.name,
                           name_of(setting), with_commas(measure.counts.states),
                           with_commas(measure.counts.transitions));
      }
    }
  }
  return out.empty() ? "" : "## Where counts differ, or a run failed\n\n" + out + "\n";
}

std::string small_sections(const BenchResults& results) {
  std::string out;
  if (results.limit) {
    const BenchLimit& limit = *results.limit;
    Table table({"", "million per second", "share"});
    table.add(
        {"random cache lines read, deep prefetch", number_text(1e3 / limit.line_read_ns), ""});
    table.add({"insertions, one new state for three known ones", number_text(1e3 / limit.mixed_ns),
               number_text(limit.mixed_share())});
    table.add({"insertions of known states", number_text(1e3 / limit.known_ns),
               number_text(limit.known_share())});
    out += fmt::format("## The machine's limit: {} states of 48 bits, one thread\n\n{}\n",
                       with_commas(limit.states), table.text());
  }
  if (!results.native.empty()) {
    Table table({"model", "states", "machine code", "interpreter", "ratio"});
    for (const BenchNative& row : results.native) {
      table.add({row.model, with_commas(row.counts.states), seconds_text(row.native_seconds),
                 seconds_text(row.interpreter_seconds), number_text(row.ratio())});
    }
    out += "## Machine code against the interpreter: processor seconds, one thread\n\n" +
           table.text() + "\n";
  }
  if (!results.growth.empty()) {
    Table table({"states", "seconds", "ns per state"});
    for (const BenchGrowth& row : results.growth) {
      table.add(
          {with_commas(row.states), seconds_text(row.seconds), number_text(row.ns_per_state())});
    }
    out += "## Growth: four counters, processor seconds, one thread\n\n" + table.text() + "\n";
  }
  if (!results.first_verdict_seconds.empty()) {
    const auto& all = results.first_verdict_seconds;
    out += fmt::format(
        "## First verdict\n\n`clew check` of a tiny model, process start included, nothing in the "
        "cache: best {:.1f} ms, median {:.1f} ms\nof {}.\n\n",
        *std::min_element(all.begin(), all.end()) * 1e3, median(all) * 1e3,
        counted(all.size(), "run"));
  }
  return out;
}

constexpr const char* results_method = R"(## How it was measured

Model by model, and repetition by repetition, all programs in turn, so that noise hits all alike; the best
run of each counts. A model whose repetition takes long gets fewer, for all programs alike. Times and peak
resident memory are those the kernel reports for the whole process. Clew has run each model before, so
that its compiled code is there; peers are compiled before the first run. BFS_PAR gets a table at most
six tenths full, on small models one fitted by a run before.

- Clew: `clew explore MODEL -j 1` or `-j 2`; depth-first `--order dfs -j 1`; first run `CLEW_CACHE=off`
- SPIN: `spin -o1 -o2 -o3 -a`, `cc -O3 -march=native -DNOREDUCE -DSAFETY -DNOFAIR -DMEMLIM=8000`,
  `pan -E -A -n -m3000000` (more where the search is deeper), with `-w26`, or with `-w24` and
  `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`, as is COLLAPSE; BFS_PAR with `-u2`
- counts: states = stored, transitions = stored + matched - 1
)";

}  // namespace

std::string bench_text(const BenchResults& results, const std::string& plot) {
  std::string out = fmt::format("# Clew {} beside its peers, {}\n\n{}, {}{}.\n\n", results.version,
                                results.date, counted(results.models.size(), "model"),
                                counted(results.repetitions, "repetition"),
                                results.is_partial ? "; interrupted, there was to be more" : "");
  if (!plot.empty()) out += fmt::format("![how many times faster than SPIN]({})\n\n", plot);
  out += targets_section(results) + one_core_section(results) + two_cores_section(results) +
         ltsmin_section(results) + memory_section(results) + speed_section(results) +
         differences_section(results) + compile_section(results) + small_sections(results) +
         machine_section(results.machine) + results_method;
  return out;
}

}  // namespace clew
