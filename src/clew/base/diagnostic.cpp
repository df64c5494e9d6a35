#include "clew/base/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "clew/base/text.hpp"

namespace clew {

namespace {

// Tabs become one blank and control bytes a question mark, so that the caret stands where it should
// and binary noise cannot play with the terminal.
std::string printable(std::string_view line) {
  std::string shown(line);
  for (char& c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') {
      c = ' ';
    } else if (byte < 0x20 || byte >= 0x7f) {
      c = '?';
    }
  }
  return shown;
}

// Long lines are cut to a window around the caret.
struct Window {
  std::string text;
  std::size_t column = 0;
};

Window window_around(std::string_view line, std::size_t column) {
  constexpr std::size_t width_max = 140;
  std::string shown = printable(line);
  if (shown.size() <= width_max) return {shown, column};
  const std::size_t begin = column > width_max / 2 ? column - width_max / 2 : 0;
  return {shown.substr(begin, width_max), column - begin};
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
  if (message.size() > message_length_max)
    message = message.substr(0, message_length_max) + " (cut)";
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
      const Window shown =
          window_around(source_->file(item.span.file).line(item.span.line), item.span.column - 1);
      if (!shown.text.empty()) {
        const std::size_t room =
            shown.text.size() > shown.column ? shown.text.size() - shown.column : 1;
        const std::size_t length = std::min<std::size_t>(std::max(item.span.length, 1U), room);
        out += fmt::format("{:>5} | {}\n", item.span.line, shown.text);
        out += fmt::format("      | {}^{}\n", std::string(shown.column, ' '),
                           std::string(length - 1, '~'));
      }
    }
    if (!item.help.empty()) out += fmt::format("help: {}\n", visible_line(item.help));
  }
  return out;
}

}  // namespace clew
