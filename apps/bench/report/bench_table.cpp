#include "apps/bench/report/bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"

namespace clew {

namespace {

constexpr const char* nothing = BenchTable::nothing;

// How wide a cell is on paper: bytes that continue a UTF-8 character take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

std::string number_text(double value) {
  if (value >= 100) return with_commas(static_cast<std::uint64_t>(value + 0.5));
  if (value >= 10) return fmt::format("{:.1f}", value);
  return fmt::format("{:.{}f}", value, value >= 0.1 ? 2 : 3);
}

std::string seconds_text(double seconds) {
  return fmt::format("{:.{}f}", seconds, seconds >= 10 ? 1 : seconds >= 1 ? 2 : 3);
}

std::string or_nothing(const std::optional<double>& value) {
  return value ? number_text(*value) : nothing;
}

std::string BenchTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 3);
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out = line(rows_.front(), widths);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    out += is_text(i) ? "|" + std::string(widths[i] + 2, '-')
                      : "|" + std::string(widths[i] + 1, '-') + ":";
  }
  out += "|\n";
  for (std::size_t i = 1; i < rows_.size(); ++i) out += line(rows_[i], widths);
  return out;
}

bool BenchTable::is_text(std::size_t column) const {
  return column == 0 || (last_is_text_ && column + 1 == rows_.front().size());
}

std::string BenchTable::line(const Row& row, const std::vector<std::size_t>& widths) const {
  std::string out;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string gap(widths[i] - width_of(row[i]), ' ');
    out += is_text(i) ? "| " + row[i] + gap + " " : "| " + gap + row[i] + " ";
  }
  return out + "|\n";
}

std::string time_cell(const BenchModel& model, BenchSetting setting, Clock clock) {
  const BenchMeasure* const measure = model.measure(setting);
  if (!measure) return model.measures.count(setting) > 0 ? "failed" : nothing;
  const std::string best = seconds_text(best_seconds(*measure, clock));
  if (measure->runs.size() < 2) return best;
  return best + " (" + seconds_text(median_seconds(*measure, clock)) + ")";
}

const char* agreement_text(const BenchModel& model, const std::vector<BenchSetting>& settings) {
  bool any = false;
  for (const BenchSetting setting : settings) {
    const Agreement found = agreement(model, setting);
    if (found == Agreement::Different) return "differ";
    any = any || found == Agreement::Equal;
  }
  return any ? "equal" : nothing;
}

std::string targets_table(const std::vector<BenchTarget>& targets) {
  BenchTable table({"what", "target", "measured", "models", ""});
  table.last_is_text();
  for (const BenchTarget& target : targets) {
    const char* verdict = target.reached() ? "reached" : "**missed**";
    if (!target.measured) verdict = "not measured";
    table.add({target.what,
               fmt::format("at {} {}{}", target.at_least ? "least" : "most",
                           fmt::format("{:g}", target.bound), target.unit),
               target.measured ? number_text(*target.measured) + target.unit : nothing,
               target.models > 0 ? std::to_string(target.models) : nothing, verdict});
  }
  return table.text();
}

std::string machine_section(const BenchMachine& machine) {
  std::string out = "## Machine\n\n";
  out += fmt::format("- {}, {}\n- {}\n- {} of memory, huge pages: {}\n- {}\n", machine.processor,
                     counted(machine.cores, "core"), machine.caches,
                     bytes_text(machine.memory_bytes), machine.huge_pages, machine.system);
  for (const std::string& program : machine.programs) out += "- " + program + "\n";
  out += fmt::format("- load before the first run: {:.1f}\n\n", machine.load);
  return out;
}

}  // namespace clew
