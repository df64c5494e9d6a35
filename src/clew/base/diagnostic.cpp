#include "clew/base/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "clew/base/utf8.hpp"

#include "clew/base/text.hpp"

namespace clew {

namespace {

// One character of a line as it is shown, and the byte that it begins at.
struct Cell {
  std::string shown;
  std::size_t begin = 0;
};

// Tabs become one blank and control bytes a question mark, so that the caret stands where it should
// and binary noise cannot play with the terminal.
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t at = 0; at < line.size();) {
    const auto byte = static_cast<unsigned char>(line[at]);
    const std::size_t length = utf8_length(line, at);
    const bool is_plain = byte >= 0x20 && byte < 0x7f;
    const std::string_view shown = length > 0         ? line.substr(at, length)
                                   : is_plain         ? line.substr(at, 1)
                                   : line[at] == '\t' ? " "
                                                      : "?";
    cells.push_back({std::string(shown), at});
    at += std::max<std::size_t>(length, 1);
  }
  return cells;
}

// Long lines are cut to a window around the caret.
struct Window {
  std::string text;
  std::size_t column = 0;  // of the caret, and how far it reaches, in characters
  std::size_t length = 1;
};

// `begin` and `length` count bytes of the line.
Window window_around(std::string_view line, std::size_t begin, std::size_t length) {
  constexpr std::size_t width_max = 140;
  // Of a line as long as a file only what is near is looked at.
  constexpr std::size_t near = 4 * width_max;
  const std::size_t skipped = begin > 2 * near ? begin - near : 0;
  line = line.substr(std::min(skipped, line.size()), 4 * near);
  begin -= skipped;
  const std::vector<Cell> cells = cells_of(line);
  const auto cell_at = [&](std::size_t byte) {
    const auto behind = std::find_if(cells.begin(), cells.end(),
                                     [&](const Cell& cell) { return cell.begin > byte; });
    const auto count = static_cast<std::size_t>(behind - cells.begin());
    if (byte >= line.size()) return cells.size() + (byte - line.size());
    return count == 0 ? 0 : count - 1;
  };
  Window window;
  window.column = cell_at(begin);
  window.length = std::max<std::size_t>(length == 0 ? 1 : cell_at(begin + length - 1) + 1, 1);
  window.length -= std::min(window.column, window.length - 1);
  const bool is_cut = cells.size() > width_max;
  const std::size_t first =
      is_cut && window.column > width_max / 2 ? window.column - width_max / 2 : 0;
  const std::size_t last = is_cut ? std::min(first + width_max, cells.size()) : cells.size();
  for (std::size_t i = first; i < last; ++i) window.text += cells[i].shown;
  window.column -= first;
  const std::size_t width = last - std::min(first, last);
  const std::size_t room = width > window.column ? width - window.column : 1;
  window.length = std::min(window.length, room);
  return window;
}

}  // namespace

std::string Diagnostics::with_macro(SourceSpan span, std::string help) const {
  const MacroUse* macro = source_ && span.is_known() ? source_->macro_use_at(span) : nullptr;
  if (macro == nullptr) return help;
  if (!help.empty()) help += "; ";
  return help + fmt::format("in the expansion of macro '{}', defined at {}",
                            macro->name.substr(0, 60), place(macro->defined));
}

void Diagnostics::add(Severity severity, SourceSpan span, std::string message, std::string help) {
  // A name may be as long as the file.
  constexpr std::size_t message_length_max = 300;
  if (message.size() > message_length_max) {
    std::size_t end = message_length_max;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xc0U) == 0x80) --end;
    message = message.substr(0, end) + " (cut)";
  }
  help = with_macro(span, std::move(help));
  items_.push_back({severity, span, std::move(message), std::move(help)});
  if (severity == Severity::Error) ++error_count_;
}

void Diagnostics::error(SourceSpan span, std::string message, std::string help) {
  add(Severity::Error, span, std::move(message), std::move(help));
}

void Diagnostics::warning(SourceSpan span, std::string message, std::string help) {
  // The same words again would teach nothing.
  for (const Diagnostic& item : items_) {
    if (item.severity == Severity::Warning && item.message == message) return;
  }
  add(Severity::Warning, span, std::move(message), std::move(help));
}

void Diagnostics::drop_warnings() {
  std::erase_if(items_, [](const Diagnostic& item) { return item.severity == Severity::Warning; });
}

void Diagnostics::sort() {
  std::stable_sort(items_.begin(), items_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span.file, a.span.line, a.span.column) <
           std::tie(b.span.file, b.span.line, b.span.column);
  });
  // A loop of macros says the same of each of its turns, at one and the same place.
  const auto is_same = [](const Diagnostic& a, const Diagnostic& b) {
    return a.span == b.span && a.message == b.message && a.severity == b.severity;
  };
  items_.erase(std::unique(items_.begin(), items_.end(), is_same), items_.end());
  error_count_ = static_cast<std::size_t>(
      std::count_if(items_.begin(), items_.end(),
                    [](const Diagnostic& item) { return item.severity == Severity::Error; }));
}

std::string Diagnostics::file_name(SourceSpan span) const {
  return source_ ? source_->file(span.file).name() : "input";
}

std::vector<PlacedDiagnostic> Diagnostics::placed() const {
  std::vector<PlacedDiagnostic> all;
  for (const Diagnostic& item : items_) {
    all.push_back({file_name(item.span), item.span, item.severity, item.message, item.help});
  }
  return all;
}

std::string Diagnostics::place(SourceSpan span) const {
  const std::string name = visible_line(file_name(span));
  if (!span.is_known()) return name;
  return fmt::format("{}:{}:{}", name, span.line, span.column);
}

std::string Diagnostics::text() const {
  constexpr std::size_t shown_max = 50;
  std::string out;
  std::size_t shown_count = 0;
  for (const Diagnostic& item : items_) {
    if (shown_count++ == shown_max) {
      return out + fmt::format("{}: {} more are not shown\n", place({}), items_.size() - shown_max);
    }
    out += fmt::format("{}: {}: {}\n", place(item.span),
                       item.severity == Severity::Error ? "error" : "warning", visible_line(item.message));
    if (source_ && item.span.is_known()) {
      const Window shown = window_around(source_->file(item.span.file).line(item.span.line),
                                         item.span.column - 1, item.span.length);
      if (!shown.text.empty()) {
        out += fmt::format("{:>5} | {}\n", item.span.line, shown.text);
        out += fmt::format("      | {}^{}\n", std::string(shown.column, ' '),
                           std::string(shown.length - 1, '~'));
      }
    }
    if (!item.help.empty()) out += fmt::format("help: {}\n", visible_line(item.help));
  }
  return out;
}

}  // namespace clew
