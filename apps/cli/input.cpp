#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "clew/base/text.hpp"
#include "clew/lang/language.hpp"
#include "clew/render/json.hpp"
#include "console.hpp"

namespace clew::cli {

namespace {

// With --all, more violations than this are counted but not shown.
constexpr std::uint64_t violations_shown_with_all = 10;

[[noreturn]] void refuse(const std::string& text) {
  write_error(text);
  throw BadInput{};
}

std::string read_input(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  FileContent content = read_file(file);
  if (!content.error.empty()) refuse(fmt::format("{}: error: {}\n", file, content.error));
  return std::move(content.bytes);
}

const Language& language_for(const Options& options) {
  std::string known;
  for (const Language& language : languages())
    known += fmt::format("{}{}", known.empty() ? "" : ", ", language.name);
  if (!options.language.empty()) {
    const Language* language = language_named(options.language);
    if (!language)
      refuse(fmt::format("clew: error: unknown language '{}', there are: {}\n", options.language,
                         known));
    return *language;
  }
  if (options.model_file == "-")
    refuse(fmt::format("clew: error: standard input needs --lang, one of: {}\n", known));
  const Language* language = language_for_file(options.model_file);
  if (!language) {
    refuse(fmt::format(
        "{}: error: the file name does not tell the language\nhelp: use --lang, one of: {}\n",
        options.model_file, known));
  }
  return *language;
}

}  // namespace

std::unique_ptr<Model> load_model(const Options& options) {
  // A file that is not there is the first thing to say, whatever it is called.
  const bool is_file = options.model_file != "-";
  std::string text;
  if (is_file) text = read_input(options.model_file);
  const Language& language = language_for(options);
  if (!is_file) text = read_input("-");
  auto read = language.read(
      {is_file ? options.model_file : "standard input", std::move(text), options.definitions});
  if (!read.ok() || !options.quiet) write_error(read.diagnostics.text());
  if (!read.ok()) throw BadInput{};
  return std::move(read.value_or_null);
}

std::vector<Property> load_properties(Model& model, const std::vector<std::string>& texts) {
  if (texts.empty()) return properties_of(model);
  std::vector<Property> properties;
  bool all_good = true;
  for (const std::string& text : texts) {
    auto property = read_property(model, text);
    write_error(property.diagnostics.text());
    all_good = all_good && property.ok();
    if (property.ok()) properties.push_back(std::move(property.value()));
  }
  if (!all_good) throw BadInput{};
  return properties;
}

Trace load_trace(const Interpreter& judge, const std::string& file) {
  const ReadTrace read = read_json_trace(read_input(file));
  if (!read.moves) refuse(fmt::format("{}: error: {}\n", file, read.error));
  for (std::size_t length = 0; length < read.moves->size(); ++length) {
    const MoveList begin(read.moves->begin(),
                         read.moves->begin() + static_cast<std::ptrdiff_t>(length) + 1);
    if (!replay(judge, begin)) {
      refuse(fmt::format("{}: error: step {} of the trace is not possible in this model\n", file,
                         length + 1));
    }
  }
  return *replay(judge, *read.moves);
}

void deliver(const std::string& file, std::string_view text) {
  if (file.empty()) return write_out(text);
  const std::string error = write_file(file, text);
  if (!error.empty()) refuse(fmt::format("{}: error: cannot be written: {}\n", file, error));
}

CheckOptions check_options(const Options& options) {
  CheckOptions result;
  result.engine = options.engine;
  result.order = options.order;
  result.limits = options.limits;
  result.seed = options.seed;
  result.all_violations = options.all_violations;
  result.violations_kept_max =
      options.violations_max.value_or(options.all_violations ? violations_shown_with_all : 1);
  return result;
}

}  // namespace clew::cli
