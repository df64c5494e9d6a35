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
constexpr std::chrono::milliseconds time_max{5000};
constexpr std::size_t output_bytes_max = 64U << 20;

// What m4 calls our two inputs in its line marks: both arrive on its standard input.
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

// Drops the `#line N "stdin"` marks of `m4 --synclines` and remembers them.
Expansion follow_marks(std::string_view output, std::uint32_t prelude_lines,
                       std::uint32_t line_count) {
  Expansion result;
  std::uint32_t current = 1;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (line.starts_with(line_mark)) {
      const auto number = leading_number(line.substr(line_mark.size()));
      if (number) {
        current = *number;
        continue;
      }
    }
    result.text.append(line).push_back('\n');
    const std::uint32_t original = current > prelude_lines ? current - prelude_lines : 1;
    result.origin_lines.push_back(std::clamp(original, 1U, std::max(line_count, 1U)));
    ++current;
  }
  result.origin_lines.push_back(line_count);
  return result;
}

// m4 says "m4:stdin:57: message".
void report(const ProgramResult& result, std::uint32_t prelude_lines, Diagnostics& diagnostics) {
  const std::string_view errors = result.errors;
  const std::string_view first = errors.substr(0, errors.find('\n'));
  const std::size_t place = first.find("stdin:");
  if (place == std::string_view::npos) {
    return diagnostics.error(
        {}, fmt::format("m4 failed: {}", first.empty() ? "no reason given" : first));
  }
  const std::string_view rest = first.substr(place + 6);
  const auto number = leading_number(rest);
  const std::size_t colon = rest.find(": ");
  const std::string message(colon == std::string_view::npos ? rest : rest.substr(colon + 2));
  SourceSpan span;
  if (number && *number > prelude_lines) span = {*number - prelude_lines, 1, 1};
  diagnostics.error(span, fmt::format("m4: {}", message));
}

}  // namespace

std::shared_ptr<const SourceText> expand_macros(const ModelSource& source,
                                                Diagnostics& diagnostics) {
  std::vector<std::string> command{"m4", "--synclines"};
  for (const auto& [name, value] : source.definitions)
    command.push_back(fmt::format("-D{}={}", name, value));
  command.emplace_back("-");
  if (source.text.find('\0') != std::string::npos) {
    diagnostics.error({}, "the file contains a zero byte: expected text");
    return nullptr;
  }
  const auto lines_in = [](std::string_view text) {
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::uint32_t prelude_lines = lines_in(prelude_text);
  const ProgramResult result =
      run_program(command, std::string(prelude_text) + source.text, time_max, output_bytes_max);
  switch (result.end) {
    case ProgramResult::End::NotFound:
      diagnostics.error({},
                        "models with macros (.mdve) need the program m4, which is not installed");
      return nullptr;
    case ProgramResult::End::TimedOut:
      diagnostics.error(
          {}, fmt::format("m4 did not finish within {} seconds and {}: a macro may expand for ever",
                          time_max.count() / 1000, bytes_text(output_bytes_max)));
      return nullptr;
    case ProgramResult::End::Crashed:
      diagnostics.error({}, "m4 was stopped by a signal");
      return nullptr;
    case ProgramResult::End::Exited: break;
  }
  if (result.exit_code != 0) {
    report(result, prelude_lines, diagnostics);
    return nullptr;
  }
  Expansion expansion = follow_marks(result.output, prelude_lines, lines_in(source.text) + 1);
  return std::make_shared<SourceText>(source.name, source.text, std::move(expansion.text),
                                      std::move(expansion.origin_lines));
}

}  // namespace clew::dve
