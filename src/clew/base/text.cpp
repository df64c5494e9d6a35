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

// REQUIRES: the bytes of one UTF-8 character.
char32_t code_point(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() == 1) return byte(0);
  char32_t code = byte(0) & (0x7FU >> bytes.size());
  for (std::size_t i = 1; i < bytes.size(); ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return code;
}

// Control characters of both kinds, those that turn the direction of writing, and ends of lines.
bool steers_terminal(char32_t code) {
  const auto lies_in = [&](char32_t low, char32_t high) { return code >= low && code <= high; };
  return code < 0x20 || lies_in(0x7F, 0x9F) || code == 0x61C || lies_in(0x200E, 0x200F) ||
         lies_in(0x2028, 0x202E) || lies_in(0x2066, 0x2069);
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

std::size_t utf8_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  std::size_t size = 1;
  if (first >= 0xC2) size = 2;
  if (first >= 0xE0) size = 3;
  if (first >= 0xF0) size = 4;
  const bool begins = first < 0x80 || (first >= 0xC2 && first < 0xF5);
  if (!begins || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
  }
  // Longer than needed, half of a pair of UTF-16, or beyond the last.
  const char32_t code = code_point(text.substr(0, size));
  const bool is_too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  return is_too_long || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ? 0 : size;
}

namespace {

std::string visible_but(std::string_view text, std::string_view kept) {
  std::string out;
  for_each_character(text, [&](std::string_view character, bool is_utf8) {
    const char c = character.front();
    const char32_t code = is_utf8 ? code_point(character) : static_cast<unsigned char>(c);
    if (is_utf8 && (!steers_terminal(code) || kept.find(c) != std::string_view::npos)) {
      out += character;
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else {
      out += code <= 0xFF ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                          : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    }
  });
  return out;
}

}  // namespace

std::string visible(std::string_view text) { return visible_but(text, "\n\t"); }
std::string visible_line(std::string_view text) { return visible_but(text, ""); }

std::string xml_text(std::string_view text) {
  std::string out;
  for_each_character(text, [&](std::string_view character, bool is_utf8) {
    const char c = character.front();
    const char32_t code = is_utf8 ? code_point(character) : 0;
    const bool is_control = (code < 0x20 && c != '\n' && c != '\t') || code == 0x7f;
    const bool is_possible = is_utf8 && !is_control && code != 0xFFFE && code != 0xFFFF;
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += is_possible ? character : "?";
    }
  });
  return out;
}

}  // namespace clew
