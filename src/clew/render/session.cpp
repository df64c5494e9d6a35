#include "clew/render/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "clew/base/text.hpp"
#include "clew/lang/language.hpp"
#include "clew/render/chart.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

constexpr std::string_view help_text =
    "  NUMBER        take that choice (Enter alone takes the only one)\n"
    "  random [N]    N random steps\n"
    "  back [N]      N steps back\n"
    "  jump N        to step N, back or forth\n"
    "  state         the whole state\n"
    "  choices       what is possible here\n"
    "  trace         the walk so far\n"
    "  msc           the walk so far as a message sequence chart\n"
    "  eval EXPR     the value of an expression here\n"
    "  watch EXPR    show it after every step\n"
    "  full          switch between whole states and changes\n"
    "  quit          (or end of input)\n"
    "The first letter of a word is enough.\n";

// Of what there is to choose from: more is not for people.
constexpr std::size_t initial_states_listed_max = 1000;
constexpr std::size_t moves_listed_max = 10'000;

// Of a choice; the step shows more of them once it is taken.
constexpr std::size_t firings_listed_max = 8;

struct Command {
  std::string_view word;
  std::string argument;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

Command split(std::string_view line) {
  line = trimmed(line);
  const std::size_t blank = line.find_first_of(" \t");
  const std::string_view word = line.substr(0, blank);
  return {word, std::string(blank == std::string_view::npos ? "" : trimmed(line.substr(blank)))};
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// A trace stutters only where nothing can move, so only at its end.
std::vector<TraceStep> without_stutters(std::vector<TraceStep> steps) {
  while (steps.size() > 1 && steps.back().firings.empty()) steps.pop_back();
  return steps;
}

bool same_steps(const std::vector<TraceStep>& a, const std::vector<TraceStep>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const TraceStep& x, const TraceStep& y) {
                      return x.firings == y.firings && x.state == y.state;
                    });
}

// A line of the choices, and the place of its statement.
struct ChoiceLine {
  std::string text;
  std::string place;
};

// The places stand in one column, as those of a trace do, wherever the line has room for that.
std::string with_places(const std::vector<ChoiceLine>& lines, bool color) {
  constexpr std::size_t gap = 3;
  std::size_t column = 0;
  for (const ChoiceLine& line : lines) {
    const std::size_t width = width_of(line.text);
    const bool fits = width + gap + width_of(line.place) <= text_columns;
    if (!line.place.empty() && fits) column = std::max(column, width);
  }
  std::string out;
  for (const ChoiceLine& line : lines) {
    out += line.place.empty()
               ? line.text
               : fmt::format("{}{}{}", padded(line.text, column), std::string(gap, ' '),
                             painted(line.place, Tint::Dim, color));
    out += '\n';
  }
  return out;
}

// A command may be cut to its beginning; where two begin alike the table's order decides.
bool means(std::string_view typed, std::string_view word) {
  return !typed.empty() && word.starts_with(typed);
}

}  // namespace

SimulationSession::SimulationSession(Model& model, Options options)
    : model_(model),
      options_(options),
      judge_(std::make_unique<Interpreter>(model)),
      space_(std::make_unique<JudgeSpace>(*judge_, moves_listed_max)),
      random_(options.seed) {
  judge_->collect_output();
  if (has_fixed_start(model)) {
    begin(judge_->initial_state());
    return;
  }
  judge_->initial_states([&](const State& state) {
    has_more_initial_states_ = initial_states_.size() == initial_states_listed_max;
    if (!has_more_initial_states_) initial_states_.push_back(state);
    return has_more_initial_states_ ? Continue::No : Continue::Yes;
  });
  if (initial_states_.size() == 1) begin(initial_states_.front());
}

bool SimulationSession::can_go_on() const {
  if (!has_begun()) return !initial_states_.empty();
  return !is_at_bound() && !simulation_->choices().empty();
}

bool SimulationSession::is_at_bound() const {
  return model_.moves_max && simulation_->position() >= *model_.moves_max;
}

std::string SimulationSession::initial_states_text() const {
  if (initial_states_.empty()) return "the model has no initial state\n";
  std::string out = "the run begins in one of these states\n";
  for (std::size_t i = 0; i < initial_states_.size(); ++i) {
    const std::vector<std::string> items =
        value_items(model_, judge_->layout(), initial_states_[i]);
    out += fmt::format("{:>5}  {}\n", fmt::format("[{}]", i + 1), fmt::join(items, ", "));
  }
  return out + (has_more_initial_states_ ? "  ...  and more\n" : "");
}

Diagnostics SimulationSession::watch(const std::string& expression) {
  auto expr = language_of(model_).read_expression(model_, expression);
  if (expr.ok()) watched_.push_back({expression, expr.value()});
  return std::move(expr.diagnostics);
}

std::string SimulationSession::evaluate(const std::string& expression) {
  auto expr = language_of(model_).read_expression(model_, expression);
  if (!expr.ok()) return expr.diagnostics.text();
  const Evaluation value = judge_->evaluate(expr.value(), simulation_->state());
  return value.error ? fmt::format("{}\n", text_of(*value.error))
                     : fmt::format("{}\n", value.value);
}

std::string SimulationSession::watched_text() const {
  std::string out;
  for (const Watched& watched : watched_) {
    const Evaluation value = judge_->evaluate(watched.expr, simulation_->state());
    out += fmt::format("     watch {}: {}\n", watched.text,
                       value.error ? text_of(*value.error) : std::to_string(value.value));
  }
  return out;
}

std::string SimulationSession::show_here() const {
  return fmt::format("step {}:\n{}{}", simulation_->position(),
                     state_text(model_, simulation_->state(), 5), watched_text());
}

std::string SimulationSession::start() const { return has_begun() ? show_here() : ""; }

std::string SimulationSession::show_step() const {
  const std::size_t position = simulation_->position();
  const TraceStep last = step_to(position);
  std::string out =
      step_text(model_, position, last, simulation_->state_at(position - 1), true, options_.text);
  if (options_.full_states) out += state_text(model_, last.state, 7);
  return out + watched_text();
}

TraceStep SimulationSession::step_to(std::size_t position) const {
  const Step<JudgeSpace>& taken = simulation_->step_to(position);
  TraceStep step{taken.action, taken.state, nullptr, {}};
  judge_->move_with(simulation_->state_at(position - 1), step.firings, [&](const Move& move) {
    step.failed_assertion = move.failed_assertion;
    step.printed.assign(move.printed.begin(), move.printed.end());
  });
  return step;
}

std::string SimulationSession::why_no_choice() const {
  if (is_at_bound() && !simulation_->choices().empty()) {
    return fmt::format("the run ends here: the model bounds its runs to {}\n",
                       counted(*model_.moves_max, "step"));
  }
  const Expansion expansion = judge_->moves(simulation_->state(), [](const Move&) {});
  if (expansion.errors > 0) return "every move from here ends in an error\n";
  return expansion.deadlock ? "no process can move: this is a deadlock\n" : "the run ends here\n";
}

std::string SimulationSession::choices_text() const {
  if (!has_begun()) return initial_states_text();
  if (is_at_bound()) return why_no_choice();
  std::vector<ChoiceLine> lines;
  std::size_t index = 0;
  std::size_t moves = 0;
  const State& here = simulation_->state();
  judge_->moves(here, [&](const Move& move) {
    const std::string mark =
        move.error ? "  [!]  " : fmt::format("{:>5}  ", fmt::format("[{}]", ++index));
    for (std::size_t i = 0; i < move.firings.size(); ++i) {
      const Firing& firing = move.firings[i];
      if (i == firings_listed_max && move.firings.size() > i + 1) {
        lines.push_back({fmt::format("       ... and {} more", move.firings.size() - i), {}});
        break;
      }
      const std::string name = acting_process_name(model_, firing, here, move.target);
      lines.push_back({fmt::format("{}{}: {}", i == 0 ? mark : std::string(7, ' '), name,
                                   firing_text(model_, firing)),
                       place_text(model_, model_.actions[firing.action].span)});
    }
    if (move.error) lines.push_back({fmt::format("         error: {}", text_of(*move.error)), {}});
    const bool has_room = ++moves < moves_listed_max;
    if (!has_room) lines.push_back({"  ...  and maybe more", {}});
    return has_room ? Continue::Yes : Continue::No;
  });
  const std::string out = with_places(lines, options_.text.color);
  return index == 0 ? out + why_no_choice() : out;
}

std::string SimulationSession::take(std::size_t index) {
  if (!has_begun()) {
    if (index >= initial_states_.size()) {
      return fmt::format("there is no initial state {}, only 1 to {}\n", index + 1,
                         initial_states_.size());
    }
    begin(initial_states_[index]);
    return show_here() + choices_text();
  }
  if (!can_go_on() || !simulation_->take(index)) {
    return !can_go_on() ? why_no_choice()
                        : fmt::format("there is no choice {}, only 1 to {}\n", index + 1,
                                      simulation_->choices().size());
  }
  return show_step() + choices_text();
}

std::string SimulationSession::go_to(std::size_t step) {
  if (!simulation_->jump(step)) {
    return fmt::format("step {} is not known, only 0 to {}\n", step, simulation_->steps_known());
  }
  return show_here() + choices_text();
}

std::string SimulationSession::take_random(std::uint64_t count) {
  std::string out;
  if (!has_begun()) {
    if (initial_states_.empty()) return initial_states_text();
    begin(initial_states_[SplitMix64(options_.seed).below(initial_states_.size())]);
    out += show_here();
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!can_go_on() || !simulation_->step(random_)) return out + why_no_choice();
    out += show_step();
  }
  return out;
}

std::string SimulationSession::follow(const Trace& trace) {
  std::string out;
  followed_ = trace;
  if (!has_begun()) {
    begin(trace.steps.front().state);
    out += show_here();
  }
  for (std::size_t i = 1; i < trace.steps.size(); ++i) {
    if (trace.steps[i].firings.empty()) {
      out += step_text(model_, i, trace.steps[i], trace.steps[i - 1].state, true, options_.text);
      continue;
    }
    simulation_->take({trace.steps[i].firings, trace.steps[i].state});
    out += show_step();
  }
  if (trace.loop_start) {
    out += fmt::format("from here on the run goes on as after step {}, again and again\n",
                       *trace.loop_start);
  }
  if (trace.error) {
    TraceStep failing;
    failing.firings = trace.failing_firings;
    out +=
        step_text(model_, trace.steps.size(), failing, simulation_->state(), false, options_.text);
    out += fmt::format("       error: {}\n", text_of(*trace.error));
  }
  return out;
}

ShownTrace SimulationSession::walk() const {
  if (!has_begun()) {
    ShownTrace nothing;
    nothing.trace.steps.push_back(
        {{},
         initial_states_.empty() ? judge_->declared_state() : initial_states_.front(),
         nullptr,
         {}});
    nothing.ending = "the walk has not begun";
    return nothing;
  }
  const Path<JudgeSpace> path = simulation_->path();
  ShownTrace shown;
  shown.trace.steps.push_back({{}, path.initial, nullptr, {}});
  for (std::size_t i = 1; i <= path.steps.size(); ++i) shown.trace.steps.push_back(step_to(i));
  shown.ending = fmt::format("the walk ends after {}", counted(path.steps.size(), "step"));
  if (!followed_ || !same_steps(without_stutters(followed_->steps), shown.trace.steps))
    return shown;
  shown.trace = *followed_;
  if (shown.trace.error) shown.ending = text_of(*shown.trace.error);
  if (shown.trace.loop_start) shown.ending = "the loop is taken again and again";
  return shown;
}

std::string SimulationSession::chart() const {
  return chart_text(chart_of(model_, walk()), options_.text);
}

std::string SimulationSession::execute(std::string_view line) {
  const auto [word, argument] = split(line);
  const auto count = number_in(argument);
  const bool bad_count = !argument.empty() && !count;
  const std::string needs_number = fmt::format("'{}' is not a number\n", argument);
  if (word.empty()) {
    return has_begun() && simulation_->choices().size() == 1 ? take(0) : choices_text();
  }
  if (const auto number = number_in(word)) {
    return *number == 0 ? "choices are numbered from 1\n" : take(*number - 1);
  }
  if (means(word, "random")) {
    if (bad_count) return needs_number;
    constexpr std::size_t steps_max = 10'000;  // their text is made before any of it is shown
    if (count.value_or(1) > steps_max)
      return fmt::format("at most {} steps at a time\n", steps_max);
    std::string out = take_random(count.value_or(1));  // first: the choices are those behind it
    return out + choices_text();
  }
  const bool ends = means(word, "quit") || means(word, "exit");
  if (!has_begun() && !ends && !means(word, "help") && word != "?") {
    return initial_states_text();
  }
  if (means(word, "back")) {
    if (bad_count) return needs_number;
    const std::size_t steps = count.value_or(1);
    if (steps > simulation_->position())
      return fmt::format("there are only {} steps behind us\n", simulation_->position());
    return go_to(simulation_->position() - steps);
  }
  if (means(word, "jump")) return count ? go_to(*count) : "jump where? 'jump 3' goes to step 3\n";
  if (means(word, "state")) return show_here();
  if (means(word, "choices")) return choices_text();
  if (means(word, "msc")) return chart();
  if (means(word, "trace")) return trace_text(model_, walk(), options_.text);
  if (means(word, "eval")) return argument.empty() ? "eval what?\n" : evaluate(argument);
  if (means(word, "watch")) {
    if (argument.empty()) return "watch what?\n";
    const Diagnostics said = watch(argument);
    return said.has_errors() ? said.text() : watched_text();
  }
  if (means(word, "full")) {
    options_.full_states = !options_.full_states;
    return options_.full_states ? "whole states from now on\n" : "changes only from now on\n";
  }
  if (ends) {
    finished_ = true;
    return {};
  }
  return (means(word, "help") || word == "?" ? std::string()
                                             : fmt::format("unknown command '{}'\n", word)) +
         std::string(help_text);
}

}  // namespace clew
