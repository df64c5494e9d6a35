#include "clew/check/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "clew/base/text.hpp"

namespace clew {

const std::string& file_of(const Model& model, SourceSpan span) {
  const bool is_included = span.file > 0 && span.file <= model.included_files.size();
  return is_included ? model.included_files[span.file - 1] : model.file;
}

std::string failure_text(const Model& model, const Instruction& failed_assertion) {
  // The source says "assert(x < 3)"; what is false is x < 3.
  std::string_view what = failed_assertion.text;
  constexpr std::string_view word = "assert";
  if (what.starts_with(word) && what.ends_with(')')) {
    std::string_view rest = what.substr(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.starts_with('(')) what = rest.substr(1, rest.size() - 2);
  }
  const SourceSpan span = failed_assertion.span;
  const std::string text = fmt::format("assertion '{}' is false", what);
  return span.is_known()
             ? fmt::format("{} ({}:{})", text, visible_line(file_of(model, span)), span.line)
             : text;
}

int exit_code(const Report& report) {
  if (!report.defect.empty()) return 4;
  const auto some = [&](Verdict verdict) {
    return std::any_of(report.properties.begin(), report.properties.end(),
                       [&](const PropertyResult& result) { return result.verdict == verdict; });
  };
  if (some(Verdict::Violated)) return 1;
  if (some(Verdict::Unknown)) return 3;
  if (report.command == "explore" && !report.finished) return 3;
  return 0;
}

}  // namespace clew
