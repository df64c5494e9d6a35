#include "clew/property/prose.hpp"

#include <algorithm>
#include <vector>

#include "clew/base/characters.hpp"

namespace clew {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_comment_signs(std::string_view line) {
  line = trimmed(line);
  if (line.ends_with("*/")) line.remove_suffix(2);
  while (line.starts_with("//") || line.starts_with("/*")) line.remove_prefix(2);
  // The margin of a comment, and of a box of stars.
  if (line == "*" || line.starts_with("* ")) line.remove_prefix(1);
  return trimmed(line);
}

bool is_row(std::string_view line) {
  return line.size() >= 3 && !is_word_character(line.front()) &&
         std::all_of(line.begin(), line.end(), [&](char c) { return c == line.front(); });
}

}  // namespace

std::string description_in(std::string_view lines) {
  std::vector<std::vector<std::string_view>> paragraphs(1);
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = without_comment_signs(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    std::vector<std::string_view>& paragraph = paragraphs.back();
    if (is_row(line) && !paragraph.empty()) {
      paragraph.pop_back();  // it was a heading
    } else if (line.empty() && !paragraph.empty()) {
      paragraphs.emplace_back();
    } else if (!line.empty() && !is_row(line)) {
      paragraph.push_back(line);
    }
  }
  std::string text;
  for (const std::vector<std::string_view>& paragraph : paragraphs) {
    if (paragraph.empty()) continue;
    if (!text.empty()) text += '\n';
    for (const std::string_view line : paragraph) {
      if (line.data() != paragraph.front().data()) text += ' ';
      text += line;
    }
  }
  return text;
}

}  // namespace clew
