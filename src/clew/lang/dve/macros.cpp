#include "clew/lang/dve/macros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>

#include "clew/base/process.hpp"
#include "clew/base/readable_folders.hpp"
#include "clew/base/text.hpp"
#include "clew/lang/dve/turns.hpp"

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

struct Expanded {
  std::string text;
  std::vector<std::uint32_t> origin_lines;
};

// Drops the `#line N "file"` marks of `m4 --synclines` and remembers them.  Lines of an included
// file count as the line that includes it.
Expanded follow_marks(std::string_view output, std::uint32_t prelude_lines,
                      std::uint32_t line_count) {
  Expanded result;
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

// What m4 says when it opens something, be it a file for more diverted text than it keeps in memory.
std::string sealed_message() { return fmt::format(": {}", std::strerror(EMFILE)); }

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
    case ProgramResult::End::Crashed:
      diagnostics.error({}, "m4 was stopped by a signal");
      return false;
    case ProgramResult::End::NotSealed:
      diagnostics.error({}, "m4 is not run, as it cannot be kept from opening files here");
      return false;
    case ProgramResult::End::Exited: break;
  }
  const bool failed = result.exit_code != 0;
  for (const Complaint& complaint : complaints_of(result.errors, prelude_lines)) {
    if (complaint.message.ends_with(sealed_message())) {
      diagnostics.error(complaint.span, "m4 may open no files, and keeps 512 KiB of diverted text");
      return false;
    }
    if (failed) return diagnostics.error(complaint.span, complaint.message), false;
    diagnostics.warning(complaint.span, complaint.message);
  }
  if (failed) diagnostics.error({}, "m4 failed without giving a reason");
  return !failed;
}

// What m4 has asked for: "clew_ask include 12 queue.m4".
struct Request {
  std::string macro;
  std::uint32_t line = 0;  // of its input
  std::string name;
};

constexpr std::string_view ask_mark = "\nclew_ask ";
constexpr std::string_view asked_mark = "\nclew_asked\n";
constexpr int exit_asked = 77;

std::optional<Request> request_in(const ProgramResult& result) {
  if (result.end != ProgramResult::End::Exited || result.exit_code != exit_asked) return {};
  const std::string_view said = result.errors;
  const std::size_t begin = said.rfind(ask_mark);
  const std::size_t end = said.rfind(asked_mark);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  std::string_view words = said.substr(begin, end - begin).substr(ask_mark.size());
  Request request;
  request.macro = words.substr(0, words.find(' '));
  words.remove_prefix(std::min(request.macro.size() + 1, words.size()));
  request.line = leading_number(words).value_or(0);
  request.name = words.substr(std::min(words.find(' '), words.size() - 1) + 1);
  return request;
}

// Files for m4, as text that goes before its input.
class FetchedFiles {
 public:
  FetchedFiles(const std::string& text_name, const std::vector<std::string>& include_folders)
      : search_({"", folder_of(text_name)}), readable_(roots(text_name, include_folders)) {
    search_.insert(search_.end(), include_folders.begin(), include_folders.end());
  }

  // Puts the file into the text, or says why it cannot be had.
  ReadableFolders::File fetch(const Request& request) {
    ReadableFolders::File file = find(request.name);
    if (file.error.empty() && file.bytes.find('\0') != std::string::npos) {
      file.error = "this is not a text file";
    }
    if (file.is_missing && request.macro == "sinclude") file.error.clear();
    if (file.error.empty()) add(request, file.bytes);
    return file;
  }

  const std::string& text() const { return text_; }

 private:
  static std::vector<std::string> roots(const std::string& text_name,
                                        std::vector<std::string> folders) {
    folders.insert(folders.end(), {".", folder_of(text_name)});
    return folders;
  }

  // In the order of m4: the present folder, then those of its -I.
  ReadableFolders::File find(const std::string& name) const {
    ReadableFolders::File file;
    file.error = "no such file";
    file.is_missing = true;
    for (const std::string& folder : search_) {
      if (name.empty()) break;
      const bool is_whole = folder.empty() || name.starts_with('/');
      file = readable_.read(is_whole ? name : folder + "/" + name);
      if (!file.is_missing) break;
    }
    return file;
  }

  // A macro that yields the content.  Quotes stand around it that do not occur in it, and a dollar, which
  // would name an argument, is the argument.  What is undiverted is not scanned for macros again.
  void add(const Request& request, const std::string& bytes) {
    std::string mark = "\x01";
    const auto occurs = [&](const std::string& text) {
      return text.find(mark) != std::string::npos;
    };
    while (occurs(bytes) || occurs(request.name)) mark += '\x01';
    const std::string begin = mark + "<";
    const std::string end = mark + ">";
    const std::string quotes = fmt::format("changequote({},{})", begin, end);
    std::string body;
    for (const char c : bytes) body += c == '$' ? "$*" : std::string(1, c);
    if (request.macro == "undivert") body = quotes + begin + body + end + "changequote(`,')";
    text_ += fmt::format("{0}define({1}_clew_{3} {4}{2}, {1}{5}{2})changequote(`,')\n", quotes,
                         begin, end, request.macro, request.name, body);
  }

  std::vector<std::string> search_;
  ReadableFolders readable_;
  std::string text_ = "divert(-1)\n";
};

std::uint32_t lines_in(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

// m4 has loaded what it needs when it says this.
constexpr ProgramSeal seal{"errprint(`clew_is_welcome')dnl\n", "clew_is_welcome"};

struct M4Run {
  ProgramResult result;
  std::uint32_t prelude_lines = 0;
};

// Runs m4 on one text, as often as it takes.
class Expander {
 public:
  Expander(std::vector<std::string> command, const ModelSource& source)
      : command_(std::move(command)),
        source_(source),
        files_(source.name, source.include_folders) {}

  // What goes before the model, behind the prelude: whole lines.  Runs m4 until it has all files that it
  // asks for; nothing if it cannot have one.
  std::optional<M4Run> run(std::string_view before, Diagnostics& diagnostics) {
    ProgramLimits run_limits = limits;
    run_limits.seal = seal;
    double cpu_seconds = 0;
    for (std::size_t i = 0; i <= files_max; ++i) {
      const std::string prelude = files_.text() + std::string(prelude_text) + std::string(before);
      M4Run run{run_program(command_, prelude + source_.text, run_limits),
                lines_in(seal.greeting) + lines_in(prelude)};
      const std::optional<Request> request = request_in(run.result);
      if (!request) return run;
      // The limit is one for all runs.
      cpu_seconds += run.result.cpu_seconds;
      if (cpu_seconds > static_cast<double>(limits.cpu_seconds_max)) {
        run.result.end = ProgramResult::End::TimedOut;
        return run;
      }
      if (!fetch(*request, run, diagnostics)) return std::nullopt;
    }
    diagnostics.error({}, fmt::format("the macros read more than {} files", files_max));
    return std::nullopt;
  }

  // The turns of the loops in what run() has made of the text; nothing if they are not to be had.
  std::optional<Turns> turns(const Expanded& expanded) {
    if (!could_mark_turns(files_.text() + source_.text, expanded.text)) return std::nullopt;
    Diagnostics unheard;
    const std::optional<M4Run> marked = run(marking_text, unheard);
    if (!marked || marked->result.end != ProgramResult::End::Exited ||
        marked->result.exit_code != 0) {
      return std::nullopt;
    }
    return turns_in(follow_marks(marked->result.output, marked->prelude_lines, 1).text,
                    expanded.text);
  }

 private:
  static constexpr std::size_t files_max = 100;

  bool fetch(const Request& request, const M4Run& run, Diagnostics& diagnostics) {
    const ReadableFolders::File file = files_.fetch(request);
    if (file.error.empty()) return true;
    const std::uint32_t line =
        request.line > run.prelude_lines ? request.line - run.prelude_lines : 1;
    diagnostics.error(
        {line, 1, 1},
        fmt::format("cannot {} '{}': {}", request.macro == "undivert" ? "undivert" : "include",
                    request.name.substr(0, 200), file.error),
        file.help);
    return false;
  }

  std::vector<std::string> command_;
  const ModelSource& source_;
  FetchedFiles files_;
};

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
  std::vector<std::string> command{"m4", "--synclines"};
  for (const auto& [name, value] : source.definitions) {
    if (kind == MacroText::Model && source.text.find(name) == std::string::npos) {
      diagnostics.warning(
          {}, fmt::format("-D {}={}: the model does not mention '{}'", name, value, name));
    }
    command.push_back(fmt::format("-D{}={}", name, value));
  }
  command.emplace_back("-");
  Expander expander(std::move(command), source);
  const std::optional<M4Run> run = expander.run({}, diagnostics);
  if (!run || !accept(run->result, run->prelude_lines, diagnostics)) return nullptr;
  Expanded expanded =
      follow_marks(run->result.output, run->prelude_lines, lines_in(source.text) + 1);
  std::optional<Turns> turns = expander.turns(expanded);
  const auto text = std::make_shared<SourceText>(source.name, source.text, std::move(expanded.text),
                                                 std::move(expanded.origin_lines));
  if (turns) text->note_expansions(std::move(turns->expansions), std::move(turns->begins));
  return text;
}

}  // namespace clew::dve
