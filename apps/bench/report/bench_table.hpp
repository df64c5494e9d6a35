// What the reports of `clew bench` are made of: numbers as text, tables, and the parts that all of
// them have.
//
//   BenchTable table({"model", "states"});
//   table.add({"peterson.4", with_commas(1'119'560)});
//   out += table.text();
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

// Three digits that matter.
std::string number_text(double value);
std::string seconds_text(double seconds);
std::string or_nothing(const std::optional<double>& value);

// A Markdown table with aligned columns.  The first is text, the others are numbers.
class BenchTable {
 public:
  using Row = std::vector<std::string>;

  // In a cell that has no value.
  static constexpr const char* nothing = "–";

  explicit BenchTable(Row head) : rows_{std::move(head)} {}

  // REQUIRES: as many cells as the head has
  void add(Row row) { rows_.push_back(std::move(row)); }
  // The last column holds text as well.
  void last_is_text() { last_is_text_ = true; }

  std::string text() const;

 private:
  bool is_text(std::size_t column) const;
  std::string line(const Row& row, const std::vector<std::size_t>& widths) const;

  std::vector<Row> rows_;
  bool last_is_text_ = false;
};

// "0.125 (0.250)": the best run, and the median where there are several.
std::string time_cell(const BenchModel& model, BenchSetting setting, Clock clock);

// "equal" if all of `settings` that have counts counted alike, "differ" if one did not.
const char* agreement_text(const BenchModel& model, const std::vector<BenchSetting>& settings);

// What was promised, what came out.
std::string targets_table(const std::vector<BenchTarget>& targets);

std::string machine_section(const BenchMachine& machine);

}  // namespace clew
