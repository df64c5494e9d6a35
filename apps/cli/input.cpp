#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "clew/base/file.hpp"
#include "clew/check/property_files.hpp"
#include "clew/lang/language.hpp"
#include "clew/lang/promela/trail.hpp"
#include "clew/render/json.hpp"
#include "console.hpp"

namespace clew::cli {

namespace {

// With --all, more violations than this are counted but not shown.
constexpr std::uint64_t violations_shown_with_all = 10;

std::string read_input(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  FileContent content = read_file(file);
  if (!content.error.empty()) refuse({file, content.error});
  return std::move(content.bytes);
}

const Language& language_for(const Options& options) {
  std::string known;
  for (const Language& language : languages())
    known += fmt::format("{}{}", known.empty() ? "" : ", ", language.name);
  if (!options.language.empty()) {
    const Language* language = language_named(options.language);
    if (!language)
      refuse({{}, fmt::format("unknown language '{}', there are: {}", options.language, known)});
    return *language;
  }
  if (options.model_file == "-")
    refuse({{}, fmt::format("standard input needs --lang, one of: {}", known)});
  const Language* language = language_for_file(options.model_file);
  if (!language) {
    refuse({options.model_file, "the file name does not tell the language",
            fmt::format("use --lang, one of: {}", known)});
  }
  return *language;
}

// An output that is the model, or two that are one file, is a slip of the hand.
void refuse_to_overwrite(const Options& options) {
  const std::vector<std::string> outputs{options.json_file, options.trace_file, options.export_file,
                                         options.certificate_file, options.output_file};
  const auto same = [](const std::string& a, const std::string& b) {
    std::error_code unknown;
    return !a.empty() && !b.empty() && (a == b || std::filesystem::equivalent(a, b, unknown)) &&
           std::filesystem::is_regular_file(a, unknown);
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (same(outputs[i], options.model_file)) {
      refuse({outputs[i], "the output would overwrite the model"});
    }
    if (same(outputs[i], options.property_file)) {
      refuse({outputs[i], "the output would overwrite the properties"});
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs[i].empty() && outputs[i] == outputs[j]) {
        refuse({outputs[i], "two outputs cannot go to one file"});
      }
    }
  }
}

void refuse_options_of_other_languages(const Options& options, const Language& language) {
  if (language.name != "promela" && !options.undefined.empty()) {
    refuse({{}, fmt::format("-U is for Promela models, not for '{}'", language.name)});
  }
  const bool includes = language.name == "promela" || language.name == "mdve" ||
                        options.property_file.ends_with(".mltl");
  if (!includes && !options.include_folders.empty()) {
    refuse({{},
            fmt::format("-I is for models that include files (Promela, mdve), not for '{}'",
                        language.name)});
  }
}

}  // namespace

LoadedModel load_model(const Options& options) {
  // A file that is not there is the first thing to say, whatever it is called.
  const bool is_file = options.model_file != "-";
  refuse_to_overwrite(options);
  std::string text;
  if (is_file) text = read_input(options.model_file);
  const Language& language = language_for(options);
  if (!is_file) text = read_input("-");
  refuse_options_of_other_languages(options, language);
  LoadedModel loaded;
  loaded.source = {is_file ? options.model_file : "standard input", std::move(text),
                   options.definitions, options.undefined, options.include_folders};
  auto read = language.read(loaded.source);
  if (!read.ok() || !options.quiet) say(read.diagnostics);
  if (!read.ok()) throw BadInput{};
  loaded.model = std::move(read.value_or_null);
  return loaded;
}

namespace {

FileProperties load_property_files(const LoadedModel& loaded, const Options& options) {
  PropertyFiles read = read_property_files(*loaded, loaded.source, options.property_file);
  for (const Diagnostics& said : read.said) {
    if (said.has_errors() || !options.quiet) say(said);
  }
  if (read.is_bad) throw BadInput{};
  return std::move(read.properties);
}

}  // namespace

std::vector<Property> load_properties(const LoadedModel& loaded, const Options& options) {
  const FileProperties file = load_property_files(loaded, options);
  Model& model = *loaded;
  if (options.asked.empty()) return properties_of(model, file);
  std::vector<Property> properties;
  bool all_good = true;
  for (const std::string& text : options.asked) {
    auto property = read_property(model, text, file);
    say_of_expression(property.diagnostics);
    all_good = all_good && property.ok();
    if (property.ok()) properties.push_back(std::move(property.value()));
  }
  if (!all_good) throw BadInput{};
  return properties;
}

namespace {

// What is wrong with a trail is the trail's fault or that of the model it is replayed on.
Trace trace_of_trail(const Interpreter& judge, const std::string& file, const std::string& text) {
  if (judge.model().language != "promela") {
    refuse({file, "a SPIN trail needs a Promela model"});
  }
  const promela::ReadTrail read = promela::read_trail(judge, text);
  if (!read.moves) {
    refuse({file, read.error, "is it a trail of this model, of this version of it?"});
  }
  Replay result = replay(judge, *read.moves);
  Trace& trace = result.trace;
  const auto start = read.loop_start;
  const bool is_loop = start && *start + 1 < trace.steps.size() &&
                       trace.steps[*start].state == trace.steps.back().state;
  if (is_loop) trace.loop_start = start;
  return std::move(trace);
}

}  // namespace

LoadedTrace load_trace(const Interpreter& judge, const std::string& file) {
  const std::string text = read_input(file);
  if (promela::is_trail(text)) return {{trace_of_trail(judge, file, text), ""}};
  const ReadTrace read = read_json_trace(text);
  if (!read.moves) refuse({file, read.error, {}, read.place});
  RebuiltTrace rebuilt = rebuild(judge, read);
  if (!rebuilt.error.empty()) refuse({file, rebuilt.error});
  LoadedTrace loaded{std::move(rebuilt.shown)};
  for (const std::string& proposition : read.propositions) {
    loaded.propositions.push_back({proposition, no_id<ExprId>});
  }
  return loaded;
}

void deliver(const std::string& file, std::string_view text) {
  if (file.empty()) return write_out(text);
  const std::string error = write_file(file, text);
  if (!error.empty()) refuse({file, fmt::format("cannot be written: {}", error)});
}

CheckOptions check_options(const Options& options) {
  CheckOptions result = options;
  result.reduces_where_sound = options.reduces_where_sound && !options.compare;
  result.violations_kept_max =
      options.violations_max.value_or(options.all_violations ? violations_shown_with_all : 1);
  return result;
}

}  // namespace clew::cli
