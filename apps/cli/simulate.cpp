// simulate: a walk through the model, by hand, at random, or along a trace.
#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "clew/render/json.hpp"
#include "clew/render/session.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"
#include "line_editor.hpp"

namespace clew::cli {

namespace {

void converse(SimulationSession& session, bool json_on_output) {
  const auto say = [&](const std::string& text) {
    json_on_output ? write_error(text) : write_out(text);
  };
  say(session.choices_text());
  LineEditor editor(!json_on_output);
  const bool prompt = ::isatty(STDIN_FILENO) == 1 && !editor.edits();
  while (!session.finished() && !was_interrupted()) {
    if (prompt) say("> ");
    const std::optional<std::string> line = editor.read();
    if (!line) break;
    say(session.execute(*line));
  }
}

}  // namespace

int run_simulate(const Options& options) {
  // Traces speak of the system, so that is what walks; its claim only watches.
  Model model = without_claim(std::move(*load_model(options).model));
  const bool json_on_output = options.json && options.json_file.empty();
  const bool is_silent = json_on_output || options.quiet || options.chart;
  const auto say = [&](const std::string& text) {
    if (!is_silent) write_out(text);
  };
  SimulationSession session(model, {options.seed,
                                    options.full_states,
                                    {.color = use_color(options), .verbose = options.verbose}});
  for (const std::string& expression : options.watched) {
    const Diagnostics said = session.watch(expression);
    if (!said.has_errors()) continue;
    say_of_expression(said);
    throw BadInput{};
  }
  if (!session.can_begin()) {
    constexpr const char* message = "the model has no initial state";
    refuse({options.model_file == "-" ? "standard input" : options.model_file, message},
           fmt::format("error: {}\n", message));
  }
  std::optional<Trace> trace;
  if (!options.replay_file.empty()) {
    Interpreter judge(model);
    judge.collect_output();
    trace = load_trace(judge, options.replay_file).shown.trace;
  }
  catch_interrupts();
  say(session.start());
  if (trace) say(session.follow(*trace));
  for (std::uint64_t i = 0; i < options.random_steps.value_or(0) && !was_interrupted(); ++i) {
    if (!session.can_go_on()) {
      say(session.choices_text());
      break;
    }
    say(session.take_random(1));
  }
  if (options.chart && !json_on_output) write_out(session.chart());
  if (options.interactive || (!trace && !options.random_steps)) converse(session, json_on_output);
  if (options.json) deliver(options.json_file, json_trace(model, session.walk()));
  if (!options.trace_file.empty()) deliver(options.trace_file, json_trace(model, session.walk()));
  return was_interrupted() ? 3 : 0;
}

}  // namespace clew::cli
