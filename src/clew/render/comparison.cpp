#include "clew/render/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/layout.hpp"

namespace clew {

namespace {

// engine, verdict, moves, time, memory, basis
constexpr std::size_t column_count = 6;
using ComparedRow = std::array<std::string, column_count>;

constexpr bool is_flush_right(std::size_t column) { return column >= 2 && column <= 4; }

// How long the trace is, or up to where there is none.
std::string moves_text(const ComparedAnswer& answer) {
  if (answer.trace_length) return with_commas(*answer.trace_length);
  return answer.basis == Basis::Bounded ? "> " + with_commas(answer.depth) : "-";
}

std::string basis_text(const ComparedAnswer& answer) {
  if (answer.verdict != Verdict::Unknown) return std::string(name_of(answer.basis));
  return answer.reason_text.empty() ? std::string(name_of(answer.reason)) : answer.reason_text;
}

ComparedRow row_of(const ComparedAnswer& answer) {
  return {answer.engine,
          std::string(name_of(answer.verdict)),
          moves_text(answer),
          duration_text(answer.seconds),
          bytes_text(answer.peak_memory_bytes),
          basis_text(answer)};
}

std::string table_text(const std::vector<ComparedRow>& rows) {
  // Most times and amounts of memory fit, so that tables look alike.
  std::array<std::size_t, column_count> widths{0, 0, 0, 8, 10, 0};
  for (const ComparedRow& row : rows) {
    for (std::size_t k = 0; k + 1 < column_count; ++k) {
      widths[k] = std::max(widths[k], width_of(row[k]));
    }
  }
  std::string out;
  for (const ComparedRow& row : rows) {
    std::string line = "  ";
    for (std::size_t k = 0; k + 1 < column_count; ++k) {
      const std::string blanks(widths[k] - width_of(row[k]), ' ');
      line += is_flush_right(k) ? blanks + row[k] : row[k] + blanks;
      line += "  ";
    }
    // A long reason goes on below its column.
    const std::size_t used = width_of(line);
    const std::size_t left = std::max<std::size_t>(text_columns - std::min(used, text_columns), 30);
    std::vector<std::string> folded = fold_words(row.back(), left, 0);
    if (folded.empty()) folded.emplace_back();
    out += line + folded.front() + "\n";
    folded.erase(folded.begin());
    out += indented(folded, used);
  }
  return out;
}

}  // namespace

std::string comparison_text(const Report& report, bool color) {
  std::string out;
  for (const PropertyResult& result : report.properties) {
    if (result.compared.empty()) continue;
    std::vector<ComparedRow> rows = {{"engine", "verdict", "moves", "time", "memory", "basis"}};
    for (const ComparedAnswer& answer : result.compared) rows.push_back(row_of(answer));
    std::vector<std::string> title = fold_words(result.property.name, text_columns);
    for (std::string& line : title) line = painted(line, Tint::Strong, color);
    out += "\n" + indented(title, 0) + table_text(rows);
  }
  return out;
}

}  // namespace clew
