// The commands that turn a model into something else: draw and translate.
#include <fmt/format.h>

#include "clew/base/text.hpp"
#include "clew/encode/dve.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/render/graph.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"

namespace clew::cli {

namespace {

int wrong(const std::string& text) {
  write_error(fmt::format("clew: error: {}\n", text));
  return 2;
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
std::optional<Trace> highlighted(const Options& options, Model& model, const Interpreter& judge) {
  if (!options.replay_file.empty()) return load_trace(judge, options.replay_file);
  if (options.properties.empty()) return std::nullopt;
  CheckOptions question = check_options(options);
  question.properties = load_properties(model, options.properties);
  LiveLine live(options.quiet);
  question.watcher = live.watcher();
  const Report report = check(model, question);
  for (const PropertyResult& result : report.properties) {
    if (!result.traces.empty()) return result.traces.front().trace;
  }
  write_error("clew: no trace was found, nothing is highlighted\n");
  return std::nullopt;
}

int deliver_graph(const Options& options, const StateGraph& graph, const std::string& title) {
  const std::string format = format_of(options);
  if (format.empty()) {
    return wrong(fmt::format(
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
  if (!svg.error.empty()) return wrong(svg.error);
  deliver(options.output_file, svg.svg);
  return 0;
}

int draw_control_flow(const Options& options, const Model& model) {
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    const auto type = to_id<ProcessTypeId>(i);
    if (model.process_types[type].name != options.process) continue;
    return deliver_graph(options, control_flow_graph(model, type), options.process);
  }
  std::vector<std::string> names;
  for (const ProcessType& type : model.process_types) names.push_back(type.name);
  const std::string nearest = nearest_name(options.process, names);
  return wrong(
      fmt::format("the model has no process '{}'{}", options.process,
                  nearest.empty() ? "" : fmt::format("\nhelp: it has a process '{}'", nearest)));
}

}  // namespace

int run_draw(const Options& options) {
  const std::unique_ptr<Model> model = load_model(options);
  if (!options.process.empty()) return draw_control_flow(options, *model);
  // A trace speaks of the system without its claim, so it is drawn in the system's graph.
  const bool with_claim = options.properties.empty() && options.replay_file.empty();
  std::optional<Trace> trace;
  const Model system = without_claim(*model);
  const Interpreter system_judge(system);
  if (!with_claim) trace = highlighted(options, *model, system_judge);
  const Model& drawn = with_claim ? *model : system;
  const Interpreter judge(drawn);
  const Codec codec(drawn);
  const StateGraph graph =
      build_state_graph(judge, codec, options.states_max, trace ? &*trace : nullptr);
  if (graph.truncated) {
    // How large it is helps to choose a limit, or a smaller model.
    CheckOptions question;
    question.limits.seconds_max = 2;
    const Report size = explore(drawn, question);
    return wrong(
        fmt::format("the state graph has {}{}, too many to look at: the limit is {}\n"
                    "help: --limit N draws up to N states; --process NAME draws the control flow "
                    "of one process",
                    size.finished ? "" : "more than ", counted(size.statistics.states, "state"),
                    with_commas(options.states_max)));
  }
  return deliver_graph(options, graph, model->name);
}

int run_translate(const Options& options) {
  const std::unique_ptr<Model> model = load_model(options);
  if (options.target_language != "dve") {
    return wrong(fmt::format("translation to '{}' is not part of this version, there is: dve",
                             options.target_language));
  }
  const Encoded encoded = to_dve(*model);
  if (!encoded.refusal.empty())
    return wrong(fmt::format("the model cannot be said in DVE: {}", encoded.refusal));
  deliver(options.output_file, encoded.text);
  return 0;
}

}  // namespace clew::cli
