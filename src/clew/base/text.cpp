#include "clew/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "clew/base/characters.hpp"

namespace clew {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wanted, const std::vector<std::string>& candidates) {
  constexpr std::size_t length_max = 64;
  std::string best;
  std::size_t best_distance = wanted.size() <= 3 ? 2 : 3;
  if (wanted.size() > length_max) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > length_max || candidate == wanted) continue;
    const std::size_t distance = edit_distance(wanted, candidate);
    if (distance < best_distance && distance < wanted.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string with_commas(std::uint64_t number) { return with_commas(std::to_string(number)); }

std::string with_commas(std::string digits) {
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), ",");
  }
  return digits;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kib = 1024;
  if (bytes < kib) return fmt::format("{} B", bytes);
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
  double amount = static_cast<double>(bytes) / kib;
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < std::size(units); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return counted(std::to_string(count), noun);
}

std::string counted(const std::string& digits, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(digits), noun, digits == "1" ? "" : "s");
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (is_blank(c) && (line.empty() || line.back() == ' ')) continue;
    // "--" ends a comment in XML, and none of the others needs it.
    if (c == '-' && !line.empty() && line.back() == '-') line += ' ';
    line += is_blank(c) ? ' ' : c;
  }
  return line;
}

}  // namespace clew
