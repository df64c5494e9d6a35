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
  SourceSpan span{static_cast<std::uint32_t>(index + 1), static_cast<std::uint32_t>(column + 1),
                  static_cast<std::uint32_t>(clipped)};
  if (origin_lines_.empty()) return span;

  // After macro expansion the column means something only where the line is still the written one;
  // elsewhere the token itself is looked for in the written line.
  span.line = origin_lines_[index];
  span.expansion = expansion_at(offset);
  const std::string_view written = line(span.line);
  if (written == shown) return span;
  span.made_at = static_cast<std::uint32_t>(line_starts_[index] + column + 1);
  const std::string_view token = shown.substr(column, clipped);
  const std::size_t found = token.empty() ? std::string_view::npos : written.find(token);
  span.column = found == std::string_view::npos ? 1 : static_cast<std::uint32_t>(found + 1);
  return span;
}

bool SourceText::is_written(SourceSpan span) const {
  if (span.made_at == 0) return true;
  const std::string_view token = text().substr(span.made_at - 1, span.length);
  const std::string_view written = line(span.line);
  return !token.empty() &&
         written.substr(std::min<std::size_t>(span.column - 1, written.size())).starts_with(token);
}

std::optional<SourceText::MadeLine> SourceText::made_line(SourceSpan span) const {
  if (span.file != 0 || span.made_at == 0) return std::nullopt;
  const std::string_view written = line(span.line);
  const std::string_view token = text().substr(span.made_at - 1, span.length);
  const bool stands_once = is_written(span) && written.find(token, span.column) == written.npos;
  if (stands_once && span.expansion == 0) return std::nullopt;
  const std::size_t index = line_index(span.made_at - 1);
  return MadeLine{line_of_text(index),
                  static_cast<std::uint32_t>(span.made_at - line_starts_[index])};
}

std::uint32_t SourceText::expansion_at(std::size_t offset) const {
  const auto behind = std::upper_bound(
      expansion_begins_.begin(), expansion_begins_.end(), offset,
      [](std::size_t at, const ExpansionBegin& begin) { return at < begin.offset; });
  return behind == expansion_begins_.begin() ? 0 : std::prev(behind)->expansion;
}

std::uint32_t SourceText::note_expansion(TextExpansion expansion) {
  expansions_.push_back(std::move(expansion));
  return static_cast<std::uint32_t>(expansions_.size());
}

void SourceText::note_expansions(std::vector<TextExpansion> expansions,
                                 std::vector<ExpansionBegin> begins) {
  expansions_ = std::move(expansions);
  expansion_begins_ = std::move(begins);
}

std::vector<const TextExpansion*> expansions_around(const std::vector<TextExpansion>& expansions,
                                                    SourceSpan span) {
  std::vector<const TextExpansion*> around;
  // The one around was there before: numbers fall.
  for (std::uint32_t number = span.expansion; number > 0 && number <= expansions.size();
       number = expansions[number - 1].called.expansion) {
    around.push_back(&expansions[number - 1]);
  }
  return around;
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
