// Labels of charts that have to fit.  For the files chart_*.cpp.
//
//   shortened("run Child:1", 7)   ->   "run C.."
#pragma once

#include <algorithm>
#include <string>

#include "clew/render/chart.hpp"
#include "clew/render/layout.hpp"

namespace clew {

// The text if it has at most `width` columns, else its beginning and two dots.
inline std::string shortened(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::string out;
  std::size_t columns = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (begins && columns + 2 >= width) break;
    if (begins) ++columns;
    out += c;
  }
  return out + "..";
}

// --- the columns of propositions

// More would leave no room for the chart, and there are no more letters.
inline constexpr std::size_t truth_columns_max = 26;

inline std::size_t truth_columns(const Chart& chart) {
  return std::min(chart.propositions.size(), truth_columns_max);
}

// What stands above a column: a, b, c, ...
inline char truth_letter(std::size_t proposition) {
  return static_cast<char>('a' + static_cast<int>(proposition));
}

}  // namespace clew
