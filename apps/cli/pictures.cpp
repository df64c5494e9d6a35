// The commands that turn a model into something else: draw and translate.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "clew/base/text.hpp"
#include "clew/export/c.hpp"
#include "clew/export/dve.hpp"
#include "clew/export/model_with_claim.hpp"
#include "clew/export/promela.hpp"
#include "clew/export/smt2.hpp"
#include "clew/export/smv.hpp"
#include "clew/export/uppaal.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/render/chart.hpp"
#include "clew/render/graph.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"

namespace clew::cli {

namespace {

[[noreturn]] void wrong(const std::string& message, const std::string& help = {}) {
  refuse({{}, message, help});
}

// By the suffix of the output; empty if it tells nothing we can write.
std::string format_of(const Options& options) {
  const std::string& file = options.output_file;
  if (!options.format.empty()) return options.format;
  if (file.ends_with(".svg")) return "svg";
  if (file.ends_with(".json")) return "json";
  const bool is_dot = file.ends_with(".dot") || file.ends_with(".gv");
  return is_dot || file.find('.', file.find_last_of('/') + 1) == std::string::npos ? "dot" : "";
}

// The trace to highlight: from a file, or the counterexample of a property.
std::optional<LoadedTrace> highlighted(const Options& options, const LoadedModel& model,
                                       const Interpreter& judge) {
  if (!options.replay_file.empty()) return load_trace(judge, options.replay_file);
  if (options.asked.empty()) return std::nullopt;
  CheckOptions question = check_options(options);
  question.properties = load_properties(model, options);
  LiveLine live(options.quiet);
  question.watcher = live.watcher();
  const Report report = check(*model, question);
  for (const PropertyResult& result : report.properties) {
    if (!result.traces.empty()) {
      return LoadedTrace{result.traces.front(), result.property.propositions};
    }
  }
  write_error("clew: no trace was found, nothing is highlighted\n");
  return std::nullopt;
}

int deliver_graph(const Options& options, const StateGraph& graph, const std::string& title) {
  const std::string format = format_of(options);
  if (format == "text") wrong("only a message sequence chart can be a text: use --msc");
  if (format.empty()) {
    wrong(fmt::format(
        "'{}' is no kind of picture Clew writes: use .svg, .dot or .json, or say --format",
        options.output_file));
  }
  if (format == "json") {
    deliver(options.output_file, graph_json(graph, title));
    return 0;
  }
  const std::string dot = dot_text(graph, title);
  if (format == "dot") {
    deliver(options.output_file, dot);
    return 0;
  }
  const Svg svg = svg_from_dot(dot);
  if (!svg.error.empty()) wrong(svg.error);
  deliver(options.output_file, svg.svg);
  return 0;
}

// By the name of a type or of a process; no_id if there is neither.
ProcessTypeId type_named(const Model& model, std::string_view name) {
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    const auto type = to_id<ProcessTypeId>(i);
    if (model.process_types[type].name == name) return type;
  }
  const ProcessId process = model.process_named(name);
  return is_some(process) ? model.processes[process].type : no_id<ProcessTypeId>;
}

int draw_control_flow(const Options& options, const Model& model) {
  if (const ProcessTypeId type = type_named(model, options.process); is_some(type)) {
    return deliver_graph(options, control_flow_graph(model, type), options.process);
  }
  std::vector<std::string> names;
  for (const ProcessType& type : model.process_types) names.push_back(type.name);
  for (const Process& process : model.processes) names.push_back(process.name);
  const std::string nearest = nearest_name(options.process, names);
  wrong(fmt::format("the model has no process '{}'", options.process),
        nearest.empty() ? "" : fmt::format("it has a process '{}'", nearest));
}

// The message sequence chart of the trace to highlight.
int draw_chart(const Options& options, const LoadedModel& model) {
  const std::string& file = options.output_file;
  const bool is_svg = options.format == "svg" || (options.format.empty() && file.ends_with(".svg"));
  if (!is_svg && !options.format.empty() && options.format != "text") {
    wrong(fmt::format("a message sequence chart is text or svg, not {}", options.format));
  }
  if (options.asked.empty() && options.replay_file.empty()) {
    wrong("--msc: the chart of which trace? say -p PROPERTY or --replay TRACE");
  }
  const Model system = without_claim(*model);
  Interpreter judge(system);
  judge.collect_output();
  const std::optional<LoadedTrace> trace = highlighted(options, model, judge);
  if (!trace) return 1;
  const Chart chart = chart_of(system, trace->shown, trace->propositions);
  deliver(file, is_svg ? chart_svg(chart, model->name)
                       : chart_text(chart, {.color = file.empty() && use_color(options)}));
  return 0;
}

}  // namespace

int run_draw(const Options& options) {
  const LoadedModel model = load_model(options);
  if (options.chart) return draw_chart(options, model);
  if (!options.process.empty()) return draw_control_flow(options, *model);
  // A trace speaks of the system without its claim, so it is drawn in the system's graph.
  const bool with_claim = options.asked.empty() && options.replay_file.empty();
  std::optional<LoadedTrace> trace;
  const Model system = without_claim(*model);
  const Interpreter system_judge(system);
  if (!with_claim) trace = highlighted(options, model, system_judge);
  const Model& drawn = with_claim ? *model : system;
  const Interpreter judge(drawn);
  const Codec codec(drawn);
  if (options.path_alone && with_claim) wrong("--trace: which run? say -p PROPERTY or --replay TRACE");
  if (options.path_alone) {
    if (!trace) return 1;
    const StateGraph around = build_state_graph(judge, codec, 1, &trace->shown.trace);
    return deliver_graph(options, path_alone(around), model->name);
  }
  const StateGraph graph =
      build_state_graph(judge, codec, options.states_max, trace ? &trace->shown.trace : nullptr);
  if (graph.truncated) {
    // How large it is helps to choose a limit, or a smaller model.
    CheckOptions question;
    question.limits.seconds_max = 2;
    const Report size = explore(drawn, question);
    wrong(fmt::format("the state graph has {}{}, too many to look at: the limit is {}",
                      size.finished ? "" : "more than ", counted(size.statistics.states, "state"),
                      with_commas(options.states_max)),
          "--limit N draws up to N states; --process NAME draws the control flow of one process");
  }
  return deliver_graph(options, graph, model->name);
}

namespace {

// The property whose claim is to go into the model.  Throws BadInput.
Property claim_asked_for(const Options& options, const LoadedModel& model) {
  if (options.asked.size() > 1) {
    wrong("a model has one claim at a time: say -p once");
  }
  Property property = load_properties(model, options).front();
  if (is_some(property.claim)) return property;
  wrong(fmt::format("'{}' is no property over runs, so there is no claim for it", property.name),
        "'ltl: G (EXPR)' says that EXPR is always true");
}

// What -D and -U said goes into the text.
std::string definitions_text(const Options& options) {
  std::string text;
  for (const auto& [name, value] : options.definitions) {
    text += fmt::format("#define {} {}\n", name, value.empty() ? "1" : value);
  }
  for (const std::string& name : options.undefined) text += fmt::format("#undef {}\n", name);
  return text;
}

int deliver_encoded(const Options& options, const Encoded& encoded, std::string_view title) {
  if (!encoded.refusal.empty()) {
    wrong(fmt::format("the model cannot be said in {}: {}", title, encoded.refusal));
  }
  deliver(options.output_file, encoded.text);
  return 0;
}

// --- languages that the questions go into

// The first property that the language cannot ask, if the user has named it.
std::string asked_in_vain(const Options& options, const std::vector<Property>& properties,
                          const std::vector<std::string>& left_out) {
  if (options.asked.empty()) return {};
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    if (!left_out[i].empty()) return fmt::format("'{}': {}", properties[i].name, left_out[i]);
  }
  return {};
}

// With what is asked of the model.
template <auto make_export>
int translate_with_questions(const Options& options, std::string_view title) {
  const LoadedModel model = load_model(options);
  const std::vector<Property> properties = load_properties(model, options);
  auto made = make_export(*model, properties);
  if (made.refusal.empty()) made.refusal = asked_in_vain(options, properties, made.left_out);
  return deliver_encoded(options, {made.text, made.refusal}, title);
}

int translate_to_smv(const Options& options) {
  return translate_with_questions<smv_export>(options, "SMV");
}

int translate_to_uppaal(const Options& options) {
  return translate_with_questions<uppaal_export>(options, "UPPAAL's language");
}

// A problem has one question.  Throws BadInput.
Property only_property(const Options& options, const LoadedModel& model) {
  std::vector<Property> properties = load_properties(model, options);
  if (properties.size() == 1) return properties.front();
  std::vector<Property> declared = properties;
  if (options.asked.empty()) {
    std::erase_if(declared, [](const Property& property) {
      return property.kind == PropertyKind::Deadlock || property.kind == PropertyKind::Assertions ||
             property.kind == PropertyKind::Errors;
    });
    if (declared.size() == 1) return declared.front();
  }
  std::string names;
  for (const Property& property : properties) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", property.name);
  }
  wrong(fmt::format("a problem in SMT-LIB asks one question: say -p once, there are {}", names));
}

int translate_to_smt2(const Options& options) {
  constexpr std::uint64_t default_depth = 10;
  const LoadedModel model = load_model(options);
  const Property property = only_property(options, model);
  const std::uint64_t depth = options.limits.level_max == 0
                                  ? model->moves_max.value_or(default_depth)
                                  : options.limits.level_max;
  return deliver_encoded(options, to_smt2(*model, property, depth), "SMT-LIB");
}

}  // namespace

int run_translate(const Options& options) {
  struct Target {
    std::string_view name;
    std::string_view title;
    Encoded (*encode)(const Model& model);          // with a claim at most
    int (*translate)(const Options& options) = {};  // with what is asked
  };
  constexpr std::array targets = {Target{"dve", "DVE", to_dve},
                                  Target{"promela", "Promela", to_promela},
                                  Target{"c", "C", to_c},
                                  Target{"smv", "SMV", nullptr, translate_to_smv},
                                  Target{"smt2", "SMT-LIB", nullptr, translate_to_smt2},
                                  Target{"uppaal", "UPPAAL", nullptr, translate_to_uppaal}};
  const auto target = std::find_if(targets.begin(), targets.end(), [&](const Target& candidate) {
    return candidate.name == options.target_language;
  });
  if (target == targets.end()) {
    std::string names;
    for (const Target& each : targets) names += fmt::format(", {}", each.name);
    wrong(fmt::format("translation to '{}' is not part of this version, there are: {}",
                      options.target_language, names.substr(2)));
  }
  if (options.limits.level_max != 0 && target->name != "smt2") {
    wrong("--depth: only a problem in SMT-LIB (--to smt2) has a depth");
  }
  if (target->translate) return target->translate(options);
  const LoadedModel model = load_model(options);
  if (options.asked.empty())
    return deliver_encoded(options, target->encode(*model), target->title);
  if (target->name == "c") wrong("-p: a claim goes into DVE or Promela, not into C");
  const Property property = claim_asked_for(options, model);
  const Model watched = watched_model(*model, property);
  if (model->language == "promela" && target->name == "promela") {
    deliver(options.output_file, definitions_text(options) + promela_with_claim(model.source.text, watched));
    return 0;
  }
  return deliver_encoded(options, target->encode(watched), target->title);
}

}  // namespace clew::cli
