#include "clew/render/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clew {

namespace {

std::string_view code_of(Tint tint) {
  switch (tint) {
    case Tint::Good: return "\x1b[32m";
    case Tint::Bad: return "\x1b[31m";
    case Tint::Open: return "\x1b[33m";
    case Tint::Dim: return "\x1b[2m";
    case Tint::Strong: return "\x1b[1m";
  }
  return {};
}

constexpr std::string_view code_of_none = "\x1b[0m";

}  // namespace

std::string painted(std::string_view text, Tint tint, bool color) {
  if (!color || text.empty()) return std::string(text);
  return fmt::format("{}{}{}", code_of(tint), text, code_of_none);
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  bool in_code = false;
  for (const char c : text) {
    if (c == '\x1b') in_code = true;
    const bool begins_character = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (!in_code && begins_character) ++width;
    if (c == 'm') in_code = false;
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::vector<std::string> fold_words(std::string_view text, std::size_t columns, std::size_t hang) {
  std::vector<std::string> lines;
  std::string line;
  bool has_word = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    if (has_word && width_of(line) + 1 + width_of(word) > columns) {
      lines.push_back(line);
      line = std::string(hang, ' ');
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
  }
  if (has_word) lines.push_back(line);
  return lines;
}

std::vector<std::string> fold_items(const std::vector<std::string>& items, std::size_t columns) {
  constexpr std::size_t gap = 3;
  std::vector<std::string> lines;
  bool is_open = false;  // the last line may take another item
  for (const std::string& item : items) {
    const std::size_t width = width_of(item);
    if (is_open && width_of(lines.back()) + gap + width <= columns) {
      lines.back() += std::string(gap, ' ') + item;
    } else if (width <= columns) {
      lines.push_back(item);
      is_open = true;
    } else {
      for (std::string& part : fold_words(item, columns)) lines.push_back(std::move(part));
      is_open = false;
    }
  }
  return lines;
}

std::string indented(const std::vector<std::string>& lines, std::size_t indent) {
  std::string out;
  for (const std::string& line : lines) out += std::string(indent, ' ') + line + '\n';
  return out;
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  // Rounded to hundredths 59.996 would read "60.00 s".
  if (seconds < 59.995) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<unsigned long long>(std::llround(std::min(seconds, 1e15)));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace clew
