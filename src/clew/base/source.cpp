#include "clew/base/source.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

std::vector<std::size_t> find_line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(i + 1);
  }
  return starts;
}

std::string_view line_between(std::string_view text, const std::vector<std::size_t>& starts,
                              std::size_t index) {
  if (index >= starts.size()) return {};
  const std::size_t begin = starts[index];
  std::size_t end = index + 1 < starts.size() ? starts[index + 1] - 1 : text.size();
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

}  // namespace

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_(find_line_starts(text_)) {}

SourceText::SourceText(std::string name, std::string original, std::string expanded,
                       std::vector<std::uint32_t> origin_lines)
    : name_(std::move(name)),
      original_(std::move(original)),
      text_(std::move(expanded)),
      line_starts_(find_line_starts(text_)),
      original_line_starts_(find_line_starts(original_)),
      origin_lines_(std::move(origin_lines)) {
  origin_lines_.resize(line_starts_.size(), origin_lines_.empty() ? 1 : origin_lines_.back());
}

std::size_t SourceText::line_index(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(next - line_starts_.begin()) - 1;
}

std::string_view SourceText::line_of_text(std::size_t index) const {
  return line_between(text_, line_starts_, index);
}

std::string_view SourceText::line(std::uint32_t number) const {
  if (number == 0) return {};
  if (origin_lines_.empty()) return line_of_text(number - 1);
  return line_between(original_, original_line_starts_, number - 1);
}

SourceSpan SourceText::span(std::size_t offset, std::size_t length) const {
  offset = std::min(offset, text_.size());
  const std::size_t index = line_index(offset);
  const std::string_view shown = line_of_text(index);
  const std::size_t column = std::min(offset - line_starts_[index], shown.size());
  const std::size_t clipped = std::min(length, shown.size() - column);
  const auto make = [](std::size_t line, std::size_t start, std::size_t count) {
    return SourceSpan{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(start + 1),
                      static_cast<std::uint32_t>(count), 0};
  };
  if (origin_lines_.empty()) return make(index + 1, column, clipped);

  // After macro expansion the column means something only where the line is still the written one;
  // elsewhere the token itself is looked for in the written line.
  const std::uint32_t origin = origin_lines_[index];
  const std::string_view written = line(origin);
  if (written == shown) return make(origin, column, clipped);
  const std::string_view token = shown.substr(column, clipped);
  const std::size_t found = token.empty() ? std::string_view::npos : written.find(token);
  if (found == std::string_view::npos) return make(origin, 0, 0);
  return make(origin, found, clipped);
}

std::string_view SourceText::expansion_at(std::size_t offset) const {
  if (origin_lines_.empty()) return {};
  const std::size_t index = line_index(std::min(offset, text_.size()));
  const std::string_view shown = line_of_text(index);
  return line(origin_lines_[index]) == shown ? std::string_view{} : shown;
}

std::uint32_t SourceText::include(std::string name, std::string text) {
  included_.push_back(std::make_shared<const SourceText>(std::move(name), std::move(text)));
  return static_cast<std::uint32_t>(included_.size());
}

const SourceText& SourceText::file(std::uint32_t number) const {
  return number == 0 || number > included_.size() ? *this : *included_[number - 1];
}

void SourceText::note_macro_use(SourceSpan use, const MacroUse& macro) {
  macro_uses_.try_emplace({use.file, use.line, use.column}, macro);
}

const MacroUse* SourceText::macro_use_at(SourceSpan span) const {
  const auto found = macro_uses_.find({span.file, span.line, span.column});
  return found == macro_uses_.end() ? nullptr : &found->second;
}

}  // namespace clew
