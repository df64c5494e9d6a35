#include "clew/lang/dve/macros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

#include "clew/base/process.hpp"
#include "clew/base/text.hpp"

namespace clew::dve {

namespace {

// Honest models expand in milliseconds; a macro that calls itself for ever is stopped here.
constexpr ProgramLimits limits{std::chrono::seconds(10), 1, 64U << 20};

// What m4 calls the model, which arrives on its standard input behind the prelude.
constexpr std::string_view model_input = "stdin";
constexpr std::string_view line_mark = "#line ";

std::optional<std::uint32_t> leading_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return number;
}

struct Expansion {
  std::string text;
  std::vector<std::uint32_t> origin_lines;
};

// Drops the `#line N "file"` marks of `m4 --synclines` and remembers them.  Lines of an included
// file count as the line that includes it.
Expansion follow_marks(std::string_view output, std::uint32_t prelude_lines,
                       std::uint32_t line_count) {
  Expansion result;
  std::uint32_t current = 1;
  bool in_model = true;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (line.starts_with(line_mark)) {
      const auto number = leading_number(line.substr(line_mark.size()));
      const std::size_t quote = line.find('"');
      if (quote != std::string_view::npos)
        in_model = line.substr(quote + 1).starts_with(model_input);
      if (number && in_model) current = *number;
      if (number) continue;
    }
    result.text.append(line).push_back('\n');
    const std::uint32_t original = current > prelude_lines ? current - prelude_lines : 1;
    result.origin_lines.push_back(std::clamp(original, 1U, std::max(line_count, 1U)));
    if (in_model) ++current;
  }
  result.origin_lines.push_back(line_count);
  return result;
}

// One thing m4 said: "m4:stdin:57: message".
struct Complaint {
  SourceSpan span;
  std::string message;
};

std::vector<Complaint> complaints_of(std::string_view errors, std::uint32_t prelude_lines) {
  std::vector<Complaint> complaints;
  while (!errors.empty()) {
    const std::size_t end = std::min(errors.find('\n'), errors.size());
    std::string_view text = errors.substr(0, end);
    errors.remove_prefix(std::min(end + 1, errors.size()));
    SourceSpan span;
    const std::size_t place = text.find("stdin:");
    if (place != std::string_view::npos) {
      text.remove_prefix(place + 6);
      const auto number = leading_number(text);
      if (number && *number > prelude_lines) span = {*number - prelude_lines, 1, 1};
      const std::size_t colon = text.find(": ");
      if (colon != std::string_view::npos) text.remove_prefix(colon + 2);
    }
    for (const std::string_view loud : {"ERROR: ", "Warning: "}) {
      if (text.starts_with(loud)) text.remove_prefix(loud.size());
    }
    complaints.push_back({span, fmt::format("m4: {}", text)});
  }
  return complaints;
}

// False if there is no expansion to go on with.
bool accept(const ProgramResult& result, std::uint32_t prelude_lines, Diagnostics& diagnostics) {
  switch (result.end) {
    case ProgramResult::End::NotFound:
      diagnostics.error(
          {}, "files with macros (.mdve, .mltl) need the program m4, which is not installed");
      return false;
    case ProgramResult::End::TimedOut:
      diagnostics.error({},
                        fmt::format("m4 needs more than {} s or {}: a macro may expand for ever",
                                    limits.cpu_seconds_max, bytes_text(limits.output_bytes_max)));
      return false;
    case ProgramResult::End::NotSealed:  // not asked for
    case ProgramResult::End::Crashed:
      diagnostics.error({}, "m4 was stopped by a signal");
      return false;
    case ProgramResult::End::Exited: break;
  }
  const bool failed = result.exit_code != 0;
  for (const Complaint& complaint : complaints_of(result.errors, prelude_lines)) {
    if (failed) return diagnostics.error(complaint.span, complaint.message), false;
    diagnostics.warning(complaint.span, complaint.message);
  }
  if (failed) diagnostics.error({}, "m4 failed without giving a reason");
  return !failed;
}

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.find_last_of('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

}  // namespace

std::shared_ptr<const SourceText> expand_macros(const ModelSource& source, Diagnostics& diagnostics,
                                                MacroText kind) {
  if (source.text.find('\0') != std::string::npos) {
    diagnostics.error({1, 1, 1},
                      fmt::format("this is not a text file: expected {}",
                                  kind == MacroText::Model ? "a DVE model" : "properties"));
    return nullptr;
  }
  const std::size_t quotes = source.text.find("changequote");
  if (quotes != std::string::npos) {
    diagnostics.error(
        SourceText(source.name, source.text).span(quotes, 11),
        "'changequote' is not possible: the macros of .mdve and .mltl rely on the usual quotes");
    return nullptr;
  }
  std::vector<std::string> command{"m4", "--synclines", "-I", folder_of(source.name)};
  for (const auto& [name, value] : source.definitions) {
    if (kind == MacroText::Model && source.text.find(name) == std::string::npos) {
      diagnostics.warning(
          {}, fmt::format("-D {}={}: the model does not mention '{}'", name, value, name));
    }
    command.push_back(fmt::format("-D{}={}", name, value));
  }
  command.emplace_back("-");
  const auto lines_in = [](std::string_view text) {
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::uint32_t prelude_lines = lines_in(prelude_text);
  const ProgramResult result =
      run_program(command, std::string(prelude_text) + source.text, limits);
  if (!accept(result, prelude_lines, diagnostics)) return nullptr;
  Expansion expansion = follow_marks(result.output, prelude_lines, lines_in(source.text) + 1);
  return std::make_shared<SourceText>(source.name, source.text, std::move(expansion.text),
                                      std::move(expansion.origin_lines));
}

}  // namespace clew::dve
