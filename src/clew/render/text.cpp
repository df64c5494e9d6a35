#include "clew/render/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/comparison.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

constexpr std::size_t verdict_width = 10;    // "violated" and two blanks
constexpr std::size_t title_width_max = 60;  // longer titles do not push the column further

Tint tint_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return Tint::Good;
    case Verdict::Violated: return Tint::Bad;
    case Verdict::Unknown: return Tint::Open;
  }
  return Tint::Dim;
}

// "mutex: not (P.CS and Q.CS)" for a name that stands for a formula; a name that is the formula
// ("inv: x < 3") says all there is.
std::string title_of(const Property& property) {
  const bool has_formula = property.kind == PropertyKind::Invariant ||
                           property.kind == PropertyKind::Reach ||
                           property.kind == PropertyKind::Ltl || property.kind == PropertyKind::Ctl;
  if (!has_formula || property.text.empty() || property.name.find(':') != std::string::npos) {
    return property.name;
  }
  return fmt::format("{}: {}", property.name, property.text);
}

std::string moves_text(const Trace& trace) {
  return trace.length() == 0 ? "no move" : counted(trace.length(), "move");
}

std::string when_text(const Trace& trace) {
  if (trace.length() == 0) return "in the initial state";
  return "after " + moves_text(trace);
}

// "memory: limit of 2 GiB reached"; the reason is not said twice.
std::string reason_with_text(Reason reason, const std::string& text) {
  const std::string_view name = name_of(reason);
  if (text.empty()) return std::string(name);
  if (name.empty() || text.find(name) != std::string::npos) return text;
  return fmt::format("{}: {}", name, text);
}

// Why the verdict is what it is, in a few words.
std::string why_text(const PropertyResult& result, bool has_counted_all) {
  const bool asks_existence = result.property.is_existential();
  const std::string_view nothing = nothing_found(result.property);
  if (result.verdict == Verdict::Unknown) {
    std::string why = reason_with_text(result.reason, result.reason_text);
    if (result.basis == Basis::Bounded) {
      why += fmt::format("{}{} up to level {}", why.empty() ? "" : "; ", nothing,
                         with_commas(result.depth));
    }
    return why.empty() ? "not decided" : why;
  }
  if (is_unshown(result)) {
    const std::string where =
        result.depth > 0 ? fmt::format("after {}, ", counted(result.depth, "move")) : "";
    return fmt::format("{}not shown: {}", where, result.reason_text);
  }
  if (result.traces.empty()) {
    const std::string basis(name_of(result.basis));
    return asks_existence && result.verdict == Verdict::Violated
               ? fmt::format("{}{}{}", nothing, basis.empty() ? "" : ", ", basis)
               : basis;
  }
  std::string why = when_text(result.traces.front().trace);
  if (result.verdict == Verdict::Holds) why = fmt::format("witness {}", why);
  if (has_counted_all && result.violation_count > 1) {
    const std::string_view what = asks_existence ? "witness" : "violation";
    why += fmt::format("; {} {}{} in all", with_commas(result.violation_count), what,
                       asks_existence ? "es" : "s");
  }
  return why;
}

// Below the verdict it is about.
std::string warning_lines(const std::string& warning, const TextOptions& options) {
  constexpr std::string_view word = "warning:";
  std::vector<std::string> lines =
      fold_words(fmt::format("{} {}", word, warning), text_columns - verdict_width);
  lines.front().replace(0, word.size(), painted(word, Tint::Open, options.color));
  return indented(lines, verdict_width);
}

// What the property file says about the property.
std::string note_lines(const std::string& note, const TextOptions& options) {
  std::string out;
  for (std::size_t begin = 0; begin < note.size();) {
    const std::size_t end = std::min(note.find('\n', begin), note.size());
    std::vector<std::string> lines =
        fold_words(note.substr(begin, end - begin), text_columns - verdict_width, 0);
    for (std::string& line : lines) line = painted(line, Tint::Dim, options.color);
    out += indented(lines, verdict_width);
    begin = end + 1;
  }
  return out;
}

std::string property_lines(const Report& report, const TextOptions& options) {
  std::size_t title_width = 0;
  for (const PropertyResult& result : report.properties) {
    const std::size_t width = width_of(title_of(result.property));
    if (width <= title_width_max) title_width = std::max(title_width, width);
  }
  std::string out;
  for (const PropertyResult& result : report.properties) {
    // What a reduction leaves out is not counted.
    const bool has_counted_all =
        report.finished && report.statistics.reduction != Reduction::PartialOrder;
    std::string why = why_text(result, has_counted_all);
    if (options.verbose && !result.engine.empty()) why += fmt::format(" ({})", result.engine);
    std::vector<std::string> lines =
        fold_words(title_of(result.property), text_columns - verdict_width);
    if (lines.empty()) lines.emplace_back();
    const std::size_t used = verdict_width + std::max(width_of(lines.back()), title_width) + 2;
    // A short reason follows on the line; a long one gets lines of its own.
    if (lines.size() == 1 && used + width_of(why) <= text_columns) {
      lines.back() = padded(lines.back(), title_width) + "  " + why;
    } else {
      for (const std::string& line : fold_words(why, text_columns - verdict_width - 2, 0)) {
        lines.push_back("  " + line);
      }
    }
    std::string block = indented(lines, verdict_width);
    const std::string verdict(name_of(result.verdict));
    out +=
        block.replace(0, verdict.size(), painted(verdict, tint_of(result.verdict), options.color));
    if (!options.quiet) out += note_lines(result.property.note, options);
    for (const std::string& warning : result.warnings) out += warning_lines(warning, options);
  }
  return out;
}

// Why the search ended before it had seen every state.
std::string stop_line(const Report& report) {
  if (report.stop_reason == Reason::None && report.stop_text.empty()) {
    return "stopped early: every property is decided; there may be more states";
  }
  if (report.stop_reason == Reason::None) return report.stop_text;  // of a lossy store
  return "stopped early: " + reason_with_text(report.stop_reason, report.stop_text);
}

std::string speed_text(const Statistics& statistics) {
  if (statistics.seconds <= 0) return {};
  const double speed = static_cast<double>(statistics.states) / statistics.seconds;
  return fmt::format("{} states/s", with_commas(static_cast<std::uint64_t>(std::llround(speed))));
}

// "machine code by cc (compiling took 0.01 s, then 0.34 s beside the run)"
std::string native_text(const Statistics& statistics) {
  const std::optional<NativeStatistics>& native = statistics.native;
  if (!native && !statistics.interpreted_because.empty()) {
    return "interpreted, not compiled: " + statistics.interpreted_because;
  }
  if (!native) return "interpreted";
  std::string out = fmt::format("machine code by {}", native->tier);
  if (native->was_cached) return out + " of an earlier run";
  out += fmt::format(" (compiling took {:.2f} s", native->compile_seconds);
  if (native->optimise_seconds > 0) {
    out += fmt::format(", then {:.2f} s beside the run", native->optimise_seconds);
  }
  return out + ")";
}

// "store exact, 4.2 bytes packed, 1 thread, interpreted"
std::string machinery_text(const Statistics& statistics) {
  std::vector<std::string> parts;
  if (!statistics.store.empty()) parts.push_back(fmt::format("store {}", statistics.store));
  if (statistics.packed_bytes_per_state > 0) {
    parts.push_back(fmt::format("{:.1f} bytes packed", statistics.packed_bytes_per_state));
  }
  parts.push_back(counted(statistics.threads, "thread"));
  if (!statistics.has_no_single_states) parts.push_back(native_text(statistics));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string model_line(const ModelInfo& info) {
  return fmt::format("{}: {}, {} process{}, {}, {} per state\n", visible_line(info.file),
                     info.language, with_commas(info.processes), info.processes == 1 ? "" : "es",
                     counted(info.slots, "slot"), counted(info.state_bits, "bit"));
}

// All digits, however many.
ExactCounts counts_of(const Statistics& statistics) {
  if (statistics.exact) return *statistics.exact;
  return {std::to_string(statistics.states), std::to_string(statistics.transitions),
          std::to_string(statistics.deadlocks), std::to_string(statistics.errors)};
}

// Without transitions if nobody asked for the number of moves, and counting them would have taken long.
std::string size_text(const Statistics& statistics) {
  const ExactCounts counts = counts_of(statistics);
  const bool counts_moves = !counts.transitions.empty();
  std::vector<std::string> parts = {counted(counts.states, "state")};
  if (counts_moves) parts.push_back(counted(counts.transitions, "transition"));
  if (!statistics.level_sizes.empty()) {
    parts.push_back(counted(statistics.level_sizes.size(), "level"));
  }
  parts.push_back(counted(counts.deadlocks, "deadlock"));
  if (counts_moves) parts.push_back(counted(counts.errors, "error"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "diagrams: 310 nodes for the states, 2,047 at most, 18 bits, 12 relations"
std::string facts_lines(const Statistics& statistics) {
  std::string out;
  for (const FactGroup& group : statistics.facts) {
    if (!group.sentence.empty()) out += fmt::format("{}: {}\n", group.name, group.sentence);
  }
  return out;
}

std::string value_text(const Fact::Value& value) {
  return std::visit(
      [](const auto& known) -> std::string {
        using Known = std::decay_t<decltype(known)>;
        if constexpr (std::is_same_v<Known, std::monostate>) return "not known";
        else if constexpr (std::is_same_v<Known, bool>) return known ? "yes" : "no";
        else if constexpr (std::is_same_v<Known, std::uint64_t>) return with_commas(known);
        else if constexpr (std::is_same_v<Known, double>) return fmt::format("{:.2f}", known);
        else return known;
      },
      value);
}

// With few states the figure would speak of the empty store.
bool shows_bytes_per_state(const Statistics& statistics) {
  return statistics.states >= 1000 && !statistics.has_no_single_states;
}

// "ltl: G F p: 25 states, 37 transitions, 0.01 s, 4.0 MiB", for every property that needed a search
// of its own.  If only one was asked its search is the one of the report.
std::string own_statistics_lines(const Report& report) {
  std::string out;
  if (report.properties.size() < 2) return out;
  for (const PropertyResult& result : report.properties) {
    if (!result.statistics || result.statistics->states == 0) continue;
    const Statistics& own = *result.statistics;
    const ExactCounts counts = counts_of(own);
    std::vector<std::string> parts = {counted(counts.states, "state")};
    if (!counts.transitions.empty()) parts.push_back(counted(counts.transitions, "transition"));
    parts.push_back(duration_text(own.seconds));
    parts.push_back(bytes_text(own.peak_memory_bytes));
    const std::string text = fmt::format("'{}': {}", result.property.name, fmt::join(parts, ", "));
    out += indented(fold_words(text, text_columns), 0);
  }
  return out;
}

// Empty if there was none.
std::string reduction_text(const Statistics& statistics) {
  std::string text(name_of(statistics.reduction));
  if (statistics.left_out != 0)
    text += fmt::format(", {} left out", counted(statistics.left_out, "move"));
  if (!statistics.reduced_until) return text;
  return text + fmt::format(", given up at level {}", with_commas(*statistics.reduced_until));
}

std::string statistics_lines(const Report& report, const TextOptions& options) {
  const Statistics& statistics = report.statistics;
  const std::string own = own_statistics_lines(report);
  if (statistics.states == 0) return own.empty() ? own : "\n" + own;  // only these were searched
  std::string out = "\n" + size_text(statistics) + "\n";
  if (const std::string reduction = reduction_text(statistics); !reduction.empty()) {
    out += fmt::format("reduction: {}\n", reduction);
  }
  const bool many = shows_bytes_per_state(statistics);
  out += fmt::format(
      "{}, {}{}\n", duration_text(statistics.seconds), bytes_text(statistics.peak_memory_bytes),
      many ? fmt::format(", {:.1f} bytes per state", statistics.bytes_per_state) : "");
  out += facts_lines(statistics);
  if (options.verbose) {
    const std::string speed = speed_text(statistics);
    out += fmt::format("{}{}{}\n", speed, speed.empty() ? "" : ", ", machinery_text(statistics));
    if (!statistics.unreduced_because.empty()) {
      const std::string text = "no reduction: " + statistics.unreduced_because;
      out += indented(fold_words(text, text_columns), 0);
    }
  }
  if (!report.finished) out += indented(fold_words(stop_line(report), text_columns), 0);
  return out + own;
}

std::string trace_heading(const PropertyResult& result, std::size_t index) {
  const bool is_witness = result.verdict == Verdict::Holds;
  const std::string number =
      result.traces.size() == 1 ? "" : fmt::format(" {} of {}", index + 1, result.traces.size());
  const Trace& trace = result.traces[index].trace;
  const std::string& finder = result.traces[index].engine;
  return fmt::format("{}{} {} '{}', {}{}", is_witness ? "witness" : "counterexample", number,
                     is_witness ? "of" : "to", result.property.name,
                     trace.loop_start ? "lasso of " : "", moves_text(trace)) +
         (finder.empty() ? "" : fmt::format(" (says {})", finder));
}

std::string traces_text(const Report& report, const TextOptions& options) {
  if (!report.model) return {};
  std::string out;
  for (const PropertyResult& result : report.properties) {
    for (std::size_t i = 0; i < result.traces.size(); ++i) {
      std::vector<std::string> heading = fold_words(trace_heading(result, i), text_columns);
      for (std::string& line : heading) line = painted(line, Tint::Strong, options.color);
      out += "\n" + indented(heading, 0) +
             trace_text(*report.model, result.traces[i], options, result.property.propositions);
    }
  }
  return out;
}

std::string defect_text(const Report& report, const TextOptions& options) {
  if (report.defect.empty()) return {};
  std::vector<std::string> lines = fold_words(report.defect, text_columns - verdict_width, 0);
  lines.push_back("this is a mistake of Clew, not of the model: please report it");
  constexpr std::string_view word = "defect";
  return indented(lines, verdict_width)
      .replace(0, word.size(), painted(word, Tint::Bad, options.color));
}

// "engines: bdd, pdr (the model has 4,096 initial states)"
std::string engines_line(const Report& report) {
  if (report.chosen.empty()) return {};
  const std::string text = fmt::format(
      "engine{}: {}{}", report.chosen.size() == 1 ? "" : "s", fmt::join(report.chosen, ", "),
      report.because.empty() ? "" : fmt::format(" ({})", report.because));
  return "\n" + indented(fold_words(text, text_columns), 0);
}

// At most `shown_max` of them.
std::string unreached_text(const Report& report, std::size_t shown_max) {
  const Model& model = *report.model;
  std::vector<std::pair<std::string, std::string>> lines;
  std::size_t width = 0;
  const std::size_t shown = std::min(report.unreached.size(), shown_max);
  for (std::size_t i = 0; i < shown; ++i) {
    const Action& action = model.actions[report.unreached[i]];
    lines.emplace_back(fmt::format("{}: {}", model.process_types[action.owner].name,
                                   statement_text(model, action)),
                       place_text(model, action.span));
    const std::size_t line_width = width_of(lines.back().first);
    if (line_width + width_of(lines.back().second) + 5 <= text_columns) {
      width = std::max(width, line_width);
    }
  }
  std::string out =
      fmt::format("never taken{}: {} of {}\n", report.finished ? "" : " so far",
                  with_commas(report.unreached.size()), counted(report.statement_count, "action"));
  for (const auto& [text, place] : lines) {
    std::vector<std::string> folded = fold_words(text, text_columns - 2);
    const bool fits =
        std::max(width, width_of(folded.back())) + width_of(place) + 5 <= text_columns;
    if (fits && folded.size() == 1) {
      folded.back() = padded(folded.back(), width) + "   " + place;
    } else {
      folded.push_back("  " + place);
    }
    out += indented(folded, 2);
  }
  const std::size_t left = report.unreached.size() - shown;
  if (left > 0) out += fmt::format("  and {} more, shown by --verbose\n", with_commas(left));
  return out;
}

// What a check that saw every state can say: a verdict may hang on something that never happens.
std::string never_taken_lines(const Report& report, const TextOptions& options) {
  constexpr std::size_t shown_max = 5;
  if (!report.model || !report.finished || report.unreached.empty()) return {};
  const std::size_t count = options.verbose ? report.unreached.size() : shown_max;
  return "\n" + unreached_text(report, count);
}

std::string check_text(const Report& report, const TextOptions& options) {
  std::string out = defect_text(report, options);
  if (options.verbose) out += model_line(report.info) + "\n";
  out += property_lines(report, options);
  if (options.quiet) return out;
  if (options.verbose) out += engines_line(report);
  const std::string traces = traces_text(report, options);
  const std::string verdicts = property_lines(report, options);
  out += comparison_text(report, options.color) + statistics_lines(report, options) +
         never_taken_lines(report, options) + traces;
  // The beginning has left the screen.
  constexpr std::ptrdiff_t lines_shown = 40;
  const bool is_long = std::count(traces.begin(), traces.end(), '\n') > lines_shown;
  return is_long ? out + "\n" + verdicts : out;
}

// --- explore

using StatisticsRow = std::pair<std::string, std::string>;

// Names on the left, numbers flush right.
std::string rows_text(const std::vector<StatisticsRow>& rows) {
  std::size_t name_width = 0;
  std::size_t value_width = 14;  // most figures fit, so that tables look alike
  for (const auto& [name, value] : rows) {
    name_width = std::max(name_width, width_of(name));
    value_width = std::max(value_width, width_of(value));
  }
  std::string out;
  for (const auto& [name, value] : rows) {
    const std::size_t gap = 2 + value_width - width_of(value);
    out += fmt::format("  {}{}{}\n", padded(name, name_width), std::string(gap, ' '), value);
  }
  return out;
}

std::string size_block(const Report& report, const TextOptions& options) {
  const Statistics& statistics = report.statistics;
  const ExactCounts counts = counts_of(statistics);
  std::vector<StatisticsRow> rows = {{"states", with_commas(counts.states)},
                           {"transitions", with_commas(counts.transitions)}};
  if (!statistics.level_sizes.empty()) {
    rows.emplace_back("levels", with_commas(statistics.level_sizes.size()));
  }
  rows.emplace_back("deadlocks", with_commas(counts.deadlocks));
  rows.emplace_back("errors", with_commas(counts.errors));
  for (const FactGroup& group : statistics.facts) {
    for (const Fact& fact : group.facts) {
      if (!fact.label.empty()) rows.emplace_back(fact.label, value_text(fact.value));
    }
  }
  rows.emplace_back("time", duration_text(statistics.seconds));
  rows.emplace_back("memory", bytes_text(statistics.peak_memory_bytes));
  if (shows_bytes_per_state(statistics)) {
    rows.emplace_back("bytes per state", fmt::format("{:.1f}", statistics.bytes_per_state));
  }
  if (const std::string reduction = reduction_text(statistics); !reduction.empty()) {
    rows.emplace_back("reduction", reduction);
  }
  const std::string speed = speed_text(statistics);
  if (!speed.empty() && (options.verbose || statistics.seconds >= 1)) {
    rows.emplace_back("speed", speed);
  }
  std::string out = rows_text(rows);
  if (options.verbose) out += fmt::format("  {}\n", machinery_text(statistics));
  return out;
}

std::string explore_text(const Report& report, const TextOptions& options) {
  std::string out = defect_text(report, options);
  const bool is_whole = report.statistics.reduction == Reduction::None;
  const char* const seen = is_whole ? "every reachable state was seen"
                                    : "every state that the reduction leaves was seen";
  const std::string end = report.finished ? seen : stop_line(report);
  const std::string_view word = report.finished ? "finished" : "unknown";
  const Tint tint = report.finished ? Tint::Good : Tint::Open;
  std::string block =
      indented(fold_words(fmt::format("{}: {}", visible_line(report.info.file), end),
                          text_columns - verdict_width),
               verdict_width);
  out += block.replace(0, word.size(), painted(word, tint, options.color));
  if (options.quiet)
    return out + std::string(verdict_width, ' ') + size_text(report.statistics) + "\n";
  if (options.verbose) out += std::string(verdict_width, ' ') + model_line(report.info);
  out += "\n" + size_block(report, options);
  if (!report.model) return out;
  if (!report.unreached.empty())
    return out + "\n" + unreached_text(report, report.unreached.size());
  return report.finished ? out + "\nevery action is taken somewhere\n" : out;
}

}  // namespace

std::string text_report(const Report& report, const TextOptions& options) {
  return report.command == "explore" ? explore_text(report, options) : check_text(report, options);
}

std::string levels_text(const Statistics& statistics) {
  constexpr std::size_t bar_width_max = 60;
  const std::vector<std::uint64_t>& sizes = statistics.level_sizes;
  if (sizes.empty()) return "levels: known only after a breadth-first search\n";
  const std::uint64_t largest = *std::max_element(sizes.begin(), sizes.end());
  const std::size_t level_width = std::max<std::size_t>(5, with_commas(sizes.size() - 1).size());
  const std::size_t size_width = std::max<std::size_t>(6, with_commas(largest).size());
  std::string out = fmt::format("{:>{}}  {:>{}}\n", "level", level_width, "states", size_width);
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    // A level that has states at all gets a bar one can see.
    const double share =
        largest == 0 ? 0 : static_cast<double>(sizes[level]) / static_cast<double>(largest);
    const auto scaled = largest <= bar_width_max
                            ? static_cast<std::size_t>(sizes[level])
                            : static_cast<std::size_t>(std::ceil(share * bar_width_max));
    out += fmt::format("{:>{}}  {:>{}}  {}\n", with_commas(level), level_width,
                       with_commas(sizes[level]), size_width, std::string(scaled, '#'));
  }
  return out;
}

}  // namespace clew
