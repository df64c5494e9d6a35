#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "clew/base/file.hpp"
#include "clew/base/readable_folders.hpp"
#include "clew/lang/dve/macros.hpp"
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

std::unique_ptr<Model> load_model(const Options& options) {
  std::string text;
  return load_model(options, text);
}

std::unique_ptr<Model> load_model(const Options& options, std::string& text) {
  // A file that is not there is the first thing to say, whatever it is called.
  const bool is_file = options.model_file != "-";
  refuse_to_overwrite(options);
  if (is_file) text = read_input(options.model_file);
  const Language& language = language_for(options);
  if (!is_file) text = read_input("-");
  refuse_options_of_other_languages(options, language);
  auto read = language.read({is_file ? options.model_file : "standard input", text,
                             options.definitions, options.undefined, options.include_folders});
  if (!read.ok() || !options.quiet) say(read.diagnostics);
  if (!read.ok()) throw BadInput{};
  return std::move(read.value_or_null);
}

namespace {

// Of a model with macros the file with macros comes first: the other was perhaps made from it.
std::string property_file_beside(const Options& options) {
  const Language* const language = language_for_file(options.model_file);
  if (language == nullptr) return {};
  std::vector<std::string> suffixes{".ltl", ".mltl"};
  if (options.model_file.ends_with(".mdve")) std::swap(suffixes[0], suffixes[1]);
  for (const std::string& suffix : suffixes) {
    const std::string file =
        std::filesystem::path(options.model_file).replace_extension(suffix).string();
    std::error_code unknown;
    if (std::filesystem::is_regular_file(file, unknown)) return file;
  }
  return {};
}

std::shared_ptr<const SourceText> property_source(const Options& options, const std::string& file,
                                                  std::string text) {
  if (!file.ends_with(".mltl")) return std::make_shared<const SourceText>(file, std::move(text));
  Diagnostics diagnostics(std::make_shared<SourceText>(file, text));
  auto expanded =
      dve::expand_macros({file, std::move(text), options.definitions, {}, options.include_folders},
                         diagnostics, dve::MacroText::Properties);
  if (!expanded || !options.quiet) say(diagnostics);
  if (!expanded) throw BadInput{};
  return expanded;
}

// Nobody has named it, so it must lie where a model may have files read: a link beside the model could lead
// to any file of the user's, and diagnostics would show its words.
std::string read_unasked(const Options& options, const std::string& file) {
  std::vector<std::string> folders = options.include_folders;
  folders.insert(folders.end(), {".", folder_of(file)});
  ReadableFolders::File found = ReadableFolders(folders).read(file);
  if (found.is_outside) found.help = fmt::format("--properties {} reads it all the same", file);
  if (!found.error.empty()) refuse({file, found.error, found.help});
  return std::move(found.bytes);
}

FileProperties load_property_file(Model& model, const Options& options) {
  const std::string& asked = options.property_file;
  const std::string file = asked.empty() ? property_file_beside(options) : asked;
  if (file.empty()) return {};
  std::string text = asked.empty() ? read_unasked(options, file) : read_input(file);
  const auto parsed = read_property_file(property_source(options, file, std::move(text)));
  say(parsed.diagnostics);
  if (!parsed.ok()) throw BadInput{};
  auto read = read_properties(model, parsed.value());
  if (!read.ok() || !options.quiet) say(read.diagnostics);
  if (!read.ok()) throw BadInput{};
  return std::move(read.value());
}

}  // namespace

std::vector<Property> load_properties(Model& model, const Options& options) {
  const FileProperties file = load_property_file(model, options);
  if (options.properties.empty()) return properties_of(model, file);
  std::vector<Property> properties;
  bool all_good = true;
  for (const std::string& text : options.properties) {
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
  CheckOptions result;
  result.engine = options.engine;
  result.compare = options.compare;
  result.order = options.order;
  result.reduction = options.reduction;
  result.reduces_where_sound = options.reduces_where_sound && !options.compare;
  result.store = options.store;
  result.solver = options.solver;
  result.algorithm = options.algorithm;
  result.fairness = options.fairness;
  result.ends = options.ends;
  result.vacuity = options.vacuity;
  result.threads = options.threads;
  result.native = options.native;
  result.limits = options.limits;
  result.seed = options.seed;
  result.all_violations = options.all_violations;
  result.violations_kept_max =
      options.violations_max.value_or(options.all_violations ? violations_shown_with_all : 1);
  return result;
}

}  // namespace clew::cli
