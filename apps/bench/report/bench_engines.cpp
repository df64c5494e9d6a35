#include "apps/bench/report/bench_engines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/bench/report/bench_table.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

using enum BenchSetting;
using Row = BenchTable::Row;

// The setting of `settings` that took least; nothing if none has an answer.
std::optional<BenchSetting> quickest(const BenchModel& model,
                                     const std::vector<BenchSetting>& settings) {
  std::optional<BenchSetting> found;
  double least = 0;
  for (const BenchSetting setting : settings) {
    const BenchMeasure* const measure = model.measure(setting);
    if (!measure) continue;
    const double seconds = best_seconds(*measure, Clock::Wall);
    if (found && seconds >= least) continue;
    found = setting;
    least = seconds;
  }
  return found;
}

std::string best_cell(const BenchModel& model, BenchSetting setting) {
  const BenchMeasure* const measure = model.measure(setting);
  return measure ? seconds_text(best_seconds(*measure, Clock::Wall)) : BenchTable::nothing;
}

// How many times longer than Clew the fastest tool took.
std::optional<double> published_ratio(const BenchScript& script) {
  const auto ours = best_seconds(script.model, script_engines, Clock::Wall);
  if (!ours || *ours <= 0) return std::nullopt;
  return script.published_seconds / *ours;
}

// --- scripts

std::string published_cell(const BenchScript& script) {
  return script.published_tool.empty() ? fmt::format("> {:g}", script.published_seconds)
                                       : fmt::format("{:.2f}", script.published_seconds);
}

std::string ratio_cell(const BenchScript& script) {
  const auto ratio = published_ratio(script);
  if (!ratio) return BenchTable::nothing;
  return (script.published_tool.empty() ? "> " : "") + number_text(*ratio);
}

// Those that were asked about one table.
std::vector<BenchSetting> asked_of(const std::vector<const BenchScript*>& rows) {
  std::vector<BenchSetting> asked;
  for (const BenchSetting setting : script_engines) {
    const bool any = std::any_of(rows.begin(), rows.end(), [&](const BenchScript* row) {
      return row->model.measures.count(setting) > 0;
    });
    if (any) asked.push_back(setting);
  }
  return asked;
}

std::string table_section(const std::vector<const BenchScript*>& rows) {
  const std::vector<BenchSetting> asked = asked_of(rows);
  Row head = {"row", "such a run", "published, s", "by"};
  for (const BenchSetting setting : asked) head.push_back(name_of(setting) + ", s");
  head.insert(head.end(), {"published : best of Clew", "best engine"});
  BenchTable table(head);
  table.last_is_text();
  for (const BenchScript* const row : rows) {
    Row cells = {row->model.name, row->exists ? "yes" : "no", published_cell(*row),
                 row->published_tool.empty() ? "nobody" : row->published_tool};
    for (const BenchSetting setting : asked) cells.push_back(best_cell(row->model, setting));
    const auto best = quickest(row->model, script_engines);
    cells.insert(cells.end(), {ratio_cell(*row), best ? name_of(*best) : "**no answer**"});
    table.add(cells);
  }
  return fmt::format("### Table {}: {}\n\n{}\n", rows.front()->table, rows.front()->what,
                     table.text());
}

std::string scripts_section(const BenchResults& results) {
  if (results.scripts.empty()) return {};
  std::string out = R"(## Scripts: wall seconds, best run

Published: Yices 1.0.40, NuSMV 2.5.4 and UPPAAL 4.0.13 on a Core i7-2700K at 4.8 GHz with 8 GB, in
P. Maandag, *Experiments in Unifying Model Checking Approaches* (master thesis, Radboud University, 2014),
whose numbers the tables have; the fastest of them in each row. `> 900`: none came to an end in a quarter
of an hour, or within its memory. Other machines, other decades: a ratio near 1 says nothing.

)";
  std::vector<const BenchScript*> rows;
  for (const BenchScript& script : results.scripts) {
    const bool is_same =
        !rows.empty() && rows.front()->table == script.table && rows.front()->what == script.what;
    if (!rows.empty() && !is_same) {
      out += table_section(rows);
      rows.clear();
    }
    rows.push_back(&script);
  }
  return out + table_section(rows);
}

std::string slower_section(const BenchResults& results) {
  if (results.scripts.empty()) return {};
  BenchTable table({"script", "row", "published, s", "Clew, s", "best engine"});
  table.last_is_text();
  bool any = false;
  std::vector<double> ratios;
  for (const BenchScript& script : results.scripts) {
    const auto ratio = published_ratio(script);
    if (ratio) ratios.push_back(*ratio);
    if (ratio && *ratio > 1) continue;
    any = true;
    const auto best = quickest(script.model, script_engines);
    table.add({fmt::format("table {}: {}", script.table, script.what), script.model.name,
               published_cell(script), best ? best_cell(script.model, *best) : BenchTable::nothing,
               best ? name_of(*best) : "no answer"});
  }
  return "## Where Clew is not faster than the fastest published tool\n\n" +
         (any ? table.text() : "Nowhere.\n") +
         fmt::format("\nPublished : Clew, geometric mean over {}: {}.\n\n",
                     counted(ratios.size(), "row"), number_text(geometric_mean(ratios)));
}

// --- the portfolio

struct Comparison {
  const BenchModel* model;
  double ratio;  // portfolio : best engine alone
};

std::vector<Comparison> comparisons(const BenchResults& results) {
  const auto ratios = bench_ratios(results, {EnginePortfolio}, single_engines, Clock::Wall);
  std::vector<Comparison> found;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (ratios[i]) found.push_back({&results.models[i], *ratios[i]});
  }
  return found;
}

std::string comparisons_table(const std::vector<Comparison>& rows) {
  BenchTable table({"question", "portfolio, s", "best alone, s", "portfolio : best", "auto, s",
                    "auto : best", "best engine"});
  table.last_is_text();
  for (const Comparison& row : rows) {
    const auto best = best_seconds(*row.model, single_engines, Clock::Wall);
    const auto automatic = best_seconds(*row.model, {EngineAuto}, Clock::Wall);
    table.add({row.model->name, best_cell(*row.model, EnginePortfolio), seconds_text(*best),
               number_text(row.ratio), best_cell(*row.model, EngineAuto),
               automatic ? number_text(*automatic / *best) : BenchTable::nothing,
               name_of(*quickest(*row.model, single_engines))});
  }
  return table.text();
}

// How often each engine was the best one.
std::string winners_text(const std::vector<Comparison>& rows) {
  std::string out;
  for (const BenchSetting setting : single_engines) {
    const auto wins = std::count_if(rows.begin(), rows.end(), [&](const Comparison& row) {
      return quickest(*row.model, single_engines) == setting;
    });
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name_of(setting), wins);
  }
  return out;
}

std::string portfolio_section(const BenchResults& results) {
  std::vector<Comparison> rows = comparisons(results);
  if (rows.empty()) return {};
  std::vector<double> ratios;
  for (const Comparison& row : rows) ratios.push_back(row.ratio);
  const auto automatic = present(bench_ratios(results, {EngineAuto}, single_engines, Clock::Wall));
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Comparison& a, const Comparison& b) { return a.ratio > b.ratio; });
  constexpr std::size_t shown_max = 10;
  const std::size_t shown = std::min(rows.size(), shown_max);
  return "## Portfolio: wall seconds, best run\n\n" +
         fmt::format(
             "{}, each asked of every engine alone and of all together; geometric means against "
             "the "
             "best engine alone:\nportfolio {}, auto {}. Median of the portfolio {}. The best one "
             "alone was: {}.\nThe {} where the portfolio does worst; all are at the end.\n\n",
             counted(rows.size(), "question"), number_text(geometric_mean(ratios)),
             number_text(geometric_mean(automatic)), number_text(median(ratios)),
             winners_text(rows), shown) +
         comparisons_table({rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(shown)}) +
         "\n";
}

std::string all_comparisons_section(const BenchResults& results) {
  const std::vector<Comparison> rows = comparisons(results);
  if (rows.empty()) return {};
  return "\n## Portfolio: all questions\n\n" + comparisons_table(rows);
}

// --- large state spaces

std::string sizes_section(const BenchResults& results) {
  if (results.sizes.empty()) return {};
  BenchTable table({"model", "states", "wall seconds", "MiB"});
  constexpr double mebibyte = 1U << 20;
  for (const BenchSize& size : results.sizes) {
    const bool failed = !size.measure.failure.empty();
    table.add({size.model, failed ? BenchTable::nothing : size.states,
               failed ? "failed" : seconds_text(best_seconds(size.measure, Clock::Wall)),
               failed ? BenchTable::nothing
                      : number_text(static_cast<double>(least_memory(size.measure)) / mebibyte)});
  }
  return "## State spaces counted by decision diagrams\n\n" + table.text() + "\n";
}

// --- what a reader must know before believing the rest

void add_failures(std::string& out, const std::string& name, const BenchModel& model) {
  const bool has_answer = best_seconds(model, script_engines, Clock::Wall).has_value();
  for (const auto& [setting, measure] : model.measures) {
    if (measure.failure.empty() || (has_answer && !measure.is_wrong)) continue;
    out += fmt::format("- {}: {}: {}{}\n", name, name_of(setting),
                       measure.is_wrong ? "**wrong**: " : "", measure.failure);
  }
}

std::string failures_section(const BenchResults& results) {
  std::string out;
  for (const BenchScript& script : results.scripts) {
    add_failures(out, fmt::format("table {}, {}: {}", script.table, script.what, script.model.name),
                 script.model);
  }
  for (const BenchModel& model : results.models) {
    add_failures(out, model.name, model);
    const auto portfolio = model.measures.find(EnginePortfolio);
    if (portfolio == model.measures.end() || !is_missed_by_portfolio(model)) continue;
    if (!portfolio->second.is_wrong) {
      out += fmt::format("- {}: portfolio: {}, but an engine alone has one\n", model.name,
                         portfolio->second.failure);
    }
  }
  for (const BenchSize& size : results.sizes) {
    if (!size.measure.failure.empty()) {
      out += fmt::format("- {}: {}\n", size.model, size.measure.failure);
    }
  }
  return out.empty() ? "" : "## Wrong answers, and questions without any\n\n" + out + "\n";
}

constexpr const char* engines_method = R"(## How it was measured

Question by question, and repetition by repetition, all engines in turn, so that noise hits all alike; the
best run of each counts, and what is over in a tenth of a second runs twice as often. Times are those the
kernel reports for the whole process, its start included. Clew has been asked each question before, so that
its compiled code is there. An engine that takes more than twice as long as the best so far, and more than a
second, is stopped, and the slow ones run only once; `–` in a table is such an engine, or one that does not
know.

- `clew check MODEL -p QUESTION -e ENGINE`; *explicit, interpreter*: `-e explicit --no-native -j 1`
- bounded rows: `--depth N`. *No* is then an answer of everybody who has looked at all runs of that length
- portfolio: the questions that the models of `models` are annotated with, the first of each kind, and
  `deadlock` of BEEM models up to 100,000 states; models that only one engine can read are left out
- state spaces: `clew explore MODEL -e bdd`
)";

}  // namespace

std::string engines_text(const BenchResults& results) {
  std::string out = fmt::format(
      "# Clew {}: engines on published scripts and beside each other, {}\n\n{} of published "
      "tables, "
      "{} for the portfolio, {}, {}{}.\n\n",
      results.version, results.date, counted(results.scripts.size(), "row"),
      counted(results.models.size(), "question"), counted(results.sizes.size(), "state space"),
      counted(results.repetitions, "repetition"),
      results.is_partial ? "; interrupted, there was to be more" : "");
  out += "## Targets\n\n" + targets_table(bench_targets(results)) +
         "\nThe portfolio's number is a geometric mean.\n\n";
  return out + failures_section(results) + slower_section(results) + scripts_section(results) +
         portfolio_section(results) + sizes_section(results) + machine_section(results.machine) +
         engines_method + all_comparisons_section(results);
}

}  // namespace clew
