#include "clew/base/diagnostic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
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

// A line with a caret below it; nothing for an empty one.
std::string pointed_line(std::string_view line, std::string_view number, std::uint32_t column,
                         std::uint32_t length) {
  const Window shown = window_around(line, column - 1, length);
  if (shown.text.empty()) return {};
  return fmt::format("{} | {}\n      | {}^{}\n", number, shown.text, std::string(shown.column, ' '),
                     std::string(shown.length - 1, '~'));
}

// ", turn 2 of 'forloop' (j = 1), turn 3 of 'forloop' (i = 2), and 4 more turns", the innermost last.
std::string turns_text(const PlacedDiagnostic::Made& made) {
  std::string text;
  for (auto each = made.turns.rbegin(); each != made.turns.rend(); ++each) {
    const TextExpansion& turn = *each;
    text += fmt::format(", turn {} of '{}' ({} = {})", turn.turn, turn.name,
                        visible_line(turn.counter.substr(0, 60)), turn.value);
  }
  if (made.more_turns > 0) {
    text += fmt::format(", and {} more turn{}", made.more_turns, made.more_turns == 1 ? "" : "s");
  }
  return text;
}

}  // namespace

std::string Diagnostics::with_macro(SourceSpan span, std::string help) const {
  const MacroUse* macro = source_ && span.is_known() ? source_->macro_use_at(span) : nullptr;
  if (macro == nullptr) return help;
  if (!help.empty()) help += "; ";
  return help + fmt::format("in the expansion of macro '{}', defined at {}",
                            macro->name.substr(0, 60), place(macro->defined));
}

// Calls of inlines, the innermost first; of a long chain its ends.
std::string Diagnostics::with_calls(SourceSpan span, std::string help) const {
  constexpr std::size_t shown_max = 4;
  if (!source_) return help;
  std::vector<std::string> calls;
  for (const TextExpansion* call : expansions_around(source_->expansions(), span)) {
    if (call->turn > 0) continue;
    calls.push_back(
        fmt::format("in inline '{}', called at {}", call->name.substr(0, 60), place(call->called)));
  }
  if (calls.size() > shown_max) {
    calls[shown_max - 2] = fmt::format("in {} more", calls.size() - shown_max + 1);
    calls.erase(calls.begin() + shown_max - 1, calls.end() - 1);
  }
  if (!help.empty() && !calls.empty()) help += "; ";
  return help + fmt::format("{}", fmt::join(calls, ", "));
}

std::optional<PlacedDiagnostic::Made> Diagnostics::made(const Diagnostic& item) const {
  const auto found = source_ ? source_->made_line(item.span) : std::nullopt;
  if (!found) return std::nullopt;
  // A line may be as long as the file.
  constexpr std::size_t near = 1000;
  const std::size_t cut = found->column > near ? found->column - near : 0;
  PlacedDiagnostic::Made made{std::string(found->text.substr(cut, 2 * near)),
                              static_cast<std::uint32_t>(found->column - cut),
                              item.span.length,
                              {},
                              item.more_turns};
  for (const TextExpansion* turn : expansions_around(source_->expansions(), item.span)) {
    made.turns.push_back(*turn);
  }
  return made;
}

void Diagnostics::add(Severity severity, SourceSpan span, std::string message, std::string help) {
  // A name may be as long as the file.
  constexpr std::size_t message_length_max = 300;
  if (message.size() > message_length_max) {
    std::size_t end = message_length_max;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xc0U) == 0x80) --end;
    message = message.substr(0, end) + " (cut)";
  }
  help = with_calls(span, with_macro(span, std::move(help)));
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
  using Said = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Severity, std::string>;
  struct First {
    std::size_t index = 0;
    std::uint32_t expansion = 0;  // of the last that says the same
  };
  std::map<Said, First> said;
  std::vector<Diagnostic> kept;
  for (Diagnostic& item : items_) {
    const SourceSpan at = item.span;
    const auto [found, is_new] =
        said.try_emplace(Said{at.file, at.line, at.column, item.severity, item.message},
                         First{kept.size(), at.expansion});
    First& first = found->second;
    if (is_new) {
      kept.push_back(std::move(item));
    } else if (std::exchange(first.expansion, at.expansion) != at.expansion) {
      ++kept[first.index].more_turns;
    }
  }
  items_ = std::move(kept);
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
    SourceSpan span = item.span;
    if (source_ && !source_->is_written(span)) span.length = 0;
    all.push_back({file_name(span), span, item.severity, item.message, item.help, made(item)});
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
                       item.severity == Severity::Error ? "error" : "warning",
                       visible_line(item.message));
    if (source_ && item.span.is_known()) {
      const bool is_written = source_->is_written(item.span);
      out += pointed_line(source_->file(item.span.file).line(item.span.line),
                          fmt::format("{:>5}", item.span.line), item.span.column,
                          is_written ? item.span.length : 0);
    }
    if (const auto shown = made(item)) {
      out += fmt::format("in the expansion{}:\n", turns_text(*shown));
      out += pointed_line(shown->line, "     ", shown->column, shown->length);
    }
    if (!item.help.empty()) out += fmt::format("help: {}\n", visible_line(item.help));
  }
  return out;
}

}  // namespace clew
