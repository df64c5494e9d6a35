// The reading half of json.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "clew/model/choices.hpp"
#include "clew/model/print.hpp"
#include "clew/render/json.hpp"

namespace clew {

namespace {

using PlainJson = nlohmann::json;

std::string_view kind_of(const PlainJson* value) {
  if (value == nullptr) return "nothing";
  switch (value->type()) {
    case PlainJson::value_t::null: return "null";
    case PlainJson::value_t::object: return "an object";
    case PlainJson::value_t::array: return "a list";
    case PlainJson::value_t::string: return "a text";
    case PlainJson::value_t::boolean: return "true or false";
    case PlainJson::value_t::number_integer: return "a negative number";
    case PlainJson::value_t::number_unsigned: return "a number";
    case PlainJson::value_t::number_float: return "a fraction";
    default: return "something else";
  }
}

// Null if `object` is no object or has no such member.
const PlainJson* member(const PlainJson& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

ReadTrace unreadable(std::string error) {
  ReadTrace read;
  read.error = std::move(error);
  return read;
}

// Branches within branches; formulas of people are far less deep.
constexpr std::size_t depth_max = 100;

// Reads one trace; the first mistake sticks.  `place` is where it stands, with a dot behind:
// "branches[0].trace.".
class TraceReader {
 public:
  TraceReader() = default;
  // Of a branch, which speaks of the propositions of its trace in the same order.
  TraceReader(std::string place, std::size_t depth, std::vector<std::string> propositions)
      : place_(std::move(place)), depth_(depth) {
    read_.propositions = std::move(propositions);
  }

  ReadTrace read(const PlainJson& root) {
    const PlainJson* const trace = trace_in(root);
    return trace == nullptr ? finish() : read_trace(*trace);
  }

  ReadTrace read_trace(const PlainJson& trace) {
    read_steps(trace);
    if (error_.empty()) read_extras(trace);
    return finish();
  }

 private:
  ReadTrace finish() {
    if (!error_.empty()) return unreadable(place_ + error_);
    read_.moves = std::move(moves_);
    return std::move(read_);
  }

  void expected(const std::string& place, std::string_view what, const PlainJson* found) {
    if (!error_.empty()) return;
    error_ = fmt::format("{}: expected {}, found {}", place, what, kind_of(found));
  }

  // The trace itself, or the first one of a report.
  const PlainJson* trace_in(const PlainJson& root) {
    if (!root.is_object()) {
      error_ = fmt::format("expected a trace or a report, found {}", kind_of(&root));
      return nullptr;
    }
    if (member(root, "steps") != nullptr) return &root;
    const PlainJson* const properties = member(root, "properties");
    if (properties == nullptr) {
      error_ = "expected a trace (with 'steps') or a report (with 'properties'), found neither";
      return nullptr;
    }
    if (!properties->is_array()) {
      expected("properties", "a list", properties);
      return nullptr;
    }
    for (const PlainJson& property : *properties) {
      const PlainJson* const trace = member(property, "trace");
      if (trace != nullptr && !trace->is_null()) return trace;
    }
    error_ = "the report has no trace";
    return nullptr;
  }

  void read_steps(const PlainJson& trace) {
    const PlainJson* const steps = member(trace, "steps");
    if (steps == nullptr || !steps->is_array()) return expected("steps", "a list", steps);
    if (steps->empty()) return fail("steps: expected at least the initial state, found none");
    const PlainJson* const first = member((*steps)[0], "action");
    if (!(*steps)[0].is_object()) return expected("steps[0]", "an object", &(*steps)[0]);
    if (first != nullptr && !first->is_null()) {
      return expected("steps[0].action", "nothing (no move leads to the initial state)", first);
    }
    read_state(member((*steps)[0], "state"));
    for (std::size_t i = 1; i < steps->size() && error_.empty(); ++i) {
      const std::string place = fmt::format("steps[{}]", i);
      if (!(*steps)[i].is_object()) return expected(place, "an object", &(*steps)[i]);
      read_state(member((*steps)[i], "state"));
      read_move((*steps)[i], place);
    }
    read_propositions(trace, *steps);
    const PlainJson* const error = member(trace, "error");
    if (error == nullptr || error->is_null() || !error_.empty()) return;
    if (!error->is_object()) return expected("error", "an object", error);
    read_action(member(*error, "action"), "error.action");
  }

  // A step without an action must say that it is one: {"stutters": true}.
  void read_move(const PlainJson& step, const std::string& place) {
    const PlainJson* const stutters = member(step, "stutters");
    const PlainJson* const action = member(step, "action");
    const bool is_stutter = stutters != nullptr && stutters->is_boolean() && stutters->get<bool>();
    if (!is_stutter) return read_action(action, place + ".action");
    if (action != nullptr && !action->is_null()) {
      return expected(place + ".action", "nothing (the step stutters)", action);
    }
    moves_.emplace_back();
  }

  // The list of the trace gives the order; what only steps know comes behind.
  void read_propositions(const PlainJson& trace, const PlainJson& steps) {
    std::map<std::string, std::size_t> numbers;
    const auto add = [&](const std::string& text) {
      if (numbers.emplace(text, numbers.size()).second) read_.propositions.push_back(text);
    };
    for (const std::string& text : read_.propositions) numbers.emplace(text, numbers.size());
    if (const PlainJson* const texts = member(trace, "propositions"); texts && texts->is_array()) {
      for (const PlainJson& text : *texts) {
        if (text.is_string()) add(text.get<std::string>());
      }
    }
    for (const PlainJson& step : steps) {
      const PlainJson* const truths = member(step, "propositions");
      if (truths == nullptr || !truths->is_object()) continue;
      for (const auto& [text, truth] : truths->items()) add(text);
    }
    bool has_truths = false;
    for (const PlainJson& step : steps) {
      std::vector<Truth>& row = read_.truths.emplace_back();
      const PlainJson* const truths = member(step, "propositions");
      if (truths == nullptr || !truths->is_object()) continue;
      has_truths = true;
      row.assign(numbers.size(), Truth::NoValue);
      for (const auto& [text, truth] : truths->items()) {
        if (!truth.is_boolean()) continue;
        row[numbers.at(text)] = truth.get<bool>() ? Truth::True : Truth::False;
      }
    }
    if (!has_truths) read_.truths.clear();
  }

  // What lies around the steps.
  void read_extras(const PlainJson& trace) {
    const std::size_t step_max = member(trace, "steps")->size() - 1;
    const PlainJson* const loop = member(trace, "loop_start");
    if (loop != nullptr && !loop->is_null())
      read_.loop_start = read_step(*loop, "loop_start", step_max);
    const PlainJson* const ending = member(trace, "ending");
    if (ending != nullptr && ending->is_string()) read_.ending = ending->get<std::string>();
    const PlainJson* const branches = member(trace, "branches");
    if (branches == nullptr || branches->is_null()) return;
    if (!branches->is_array()) return expected("branches", "a list", branches);
    if (depth_ == depth_max) return fail("branches: nested too deeply");
    for (std::size_t i = 0; i < branches->size() && error_.empty(); ++i) {
      read_branch((*branches)[i], fmt::format("branches[{}]", i), step_max);
    }
  }

  void read_branch(const PlainJson& branch, const std::string& place, std::size_t step_max) {
    if (!branch.is_object()) return expected(place, "an object", &branch);
    const PlainJson* const step = member(branch, "step");
    const PlainJson* const formula = member(branch, "formula");
    const PlainJson* const holds = member(branch, "holds");
    const PlainJson* const trace = member(branch, "trace");
    if (step == nullptr) return expected(place + ".step", "a whole number", step);
    if (!formula || !formula->is_string()) return expected(place + ".formula", "a text", formula);
    if (!holds || !holds->is_boolean()) return expected(place + ".holds", "true or false", holds);
    if (!trace || !trace->is_object()) return expected(place + ".trace", "an object", trace);
    const std::size_t number = read_step(*step, place + ".step", step_max);
    ReadTrace inner =
        TraceReader(place + ".trace.", depth_ + 1, read_.propositions).read_trace(*trace);
    if (!inner.error.empty()) return fail(std::move(inner.error));
    read_.branches.push_back(
        {number, formula->get<std::string>(), holds->get<bool>(), std::move(inner)});
  }

  std::size_t read_step(const PlainJson& number, const std::string& place, std::size_t step_max) {
    if (!number.is_number_unsigned()) {
      expected(place, "a whole number", &number);
      return 0;
    }
    const auto step = number.get<std::uint64_t>();
    if (step <= step_max) return step;
    fail(fmt::format("{}: expected a step from 0 to {}, found {}", place, step_max, step));
    return 0;
  }

  void read_state(const PlainJson* state) {
    std::map<std::string, std::string>& values = read_.states.emplace_back();
    if (state == nullptr || !state->is_object()) return;
    for (const auto& [name, value] : state->items()) {
      values[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
  }

  void read_action(const PlainJson* action, const std::string& place) {
    if (action == nullptr || !action->is_object()) return expected(place, "an object", action);
    const PlainJson* const firings = member(*action, "firings");
    const std::string list_place = place + ".firings";
    if (firings == nullptr || !firings->is_array()) return expected(list_place, "a list", firings);
    if (firings->empty()) return fail(list_place + ": expected at least one firing, found none");
    std::vector<Firing> move;
    for (std::size_t i = 0; i < firings->size(); ++i) {
      const PlainJson& firing = (*firings)[i];
      const std::string firing_place = fmt::format("{}[{}]", list_place, i);
      if (!firing.is_object()) return expected(firing_place, "an object", &firing);
      const std::uint32_t process =
          read_id(member(firing, "process_id"), firing_place + ".process_id");
      const std::uint32_t id = read_id(member(firing, "action"), firing_place + ".action");
      read_choices(member(firing, "choice"), firing_place + ".choice", i);
      move.push_back({ProcessId{process}, ActionId{id}});
    }
    moves_.push_back(std::move(move));
  }

  void read_choices(const PlainJson* choices, const std::string& place, std::size_t firing) {
    if (choices == nullptr || choices->is_null()) return;
    if (!choices->is_object()) return expected(place, "an object", choices);
    std::map<std::string, std::int64_t>& read = read_.choices[{moves_.size(), firing}];
    for (const auto& [name, value] : choices->items()) {
      if (!value.is_number_integer()) return expected(place + "." + name, "a whole number", &value);
      read[name] = value.get<std::int64_t>();
    }
  }

  std::uint32_t read_id(const PlainJson* number, const std::string& place) {
    // The largest value of an id names nothing.
    constexpr std::uint64_t id_max = std::numeric_limits<std::uint32_t>::max() - 1;
    if (number == nullptr || !number->is_number_unsigned()) {
      expected(place, "a whole number", number);
      return 0;
    }
    const auto id = number->get<std::uint64_t>();
    if (id > id_max) {
      fail(fmt::format("{}: expected a number from 0 to {}, found {}", place, id_max, id));
      return 0;
    }
    return static_cast<std::uint32_t>(id);
  }

  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }

  std::string place_;
  std::size_t depth_ = 0;
  ReadTrace read_;
  MoveList moves_;
  std::string error_;
};

// `byte` counts from 1, as the parser does, and may lie behind the end.
SourceSpan place_in(const std::string& text, std::size_t byte) {
  SourceSpan place{1, 1, 1};
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++place.column;
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    }
  }
  return place;
}

}  // namespace

ReadTrace read_json_trace(const std::string& text) {
  try {
    return TraceReader().read(PlainJson::parse(text));
  } catch (const PlainJson::parse_error& error) {
    const SourceSpan place = place_in(text, error.byte);
    ReadTrace read = unreadable(
        fmt::format("line {}, column {}: the text is not JSON", place.line, place.column));
    read.place = place;
    return read;
  } catch (const PlainJson::exception&) {
    // Numbers too large for any type end here.
    return unreadable("the text is JSON with a value that cannot be represented");
  }
}

std::string disagreement(const Model& model, const Trace& trace, const ReadTrace& read) {
  const Layout layout(model);
  for (std::size_t i = 0; i < trace.steps.size() && i < read.states.size(); ++i) {
    std::map<std::string, std::string> recorded = read.states[i];
    if (recorded.empty()) continue;
    for (const NamedValue& value : named_values(model, layout, trace.steps[i].state)) {
      const auto found = recorded.find(value.name);
      if (found == recorded.end()) {
        return fmt::format("step {}: the file does not know '{}'", i, value.name);
      }
      if (found->second != value.value) {
        return fmt::format("step {}: the file says {} = {}, the model {}", i, value.name,
                           found->second, value.value);
      }
      recorded.erase(found);
    }
    if (!recorded.empty()) {
      return fmt::format("step {}: the model has no '{}'", i, recorded.begin()->first);
    }
  }
  return {};
}

namespace {

// The number of the combination in which the choices of an action have the given values; otherwise what
// is wrong with them.
std::string number_choices(const Model& model, const std::map<std::string, std::int64_t>& given,
                           Firing& firing) {
  const Action& action = model.actions[firing.action];
  std::vector<Value> values(model.choices.value_count, 0);
  for (const SlotId choice : action.choices) {
    const Slot& slot = model.choices.slots[choice];
    const std::string name = choice_name(model, firing, choice);
    const auto found = given.find(name);
    if (found == given.end()) return fmt::format("the file does not say what '{}' is", name);
    const Range range = slot.type.range;
    if (found->second < range.low || found->second > range.high) {
      return fmt::format("the file says {} = {}, which is outside {}..{}", name, found->second,
                         range.low, range.high);
    }
    values[slot.offset] = static_cast<Value>(found->second);
  }
  firing.choice = combination_of(model, action, values);
  return {};
}

// The moves with their choices numbered, or what is wrong with those.
std::string number_choices(const Model& model, const ReadTrace& read, MoveList& moves) {
  moves = *read.moves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t k = 0; k < moves[i].size(); ++k) {
      Firing& firing = moves[i][k];
      const bool is_known = to_index(firing.action) < model.actions.size();
      if (!is_known || model.actions[firing.action].choices.empty()) continue;
      const auto found = read.choices.find({i, k});
      const std::string error = number_choices(
          model,
          found == read.choices.end() ? std::map<std::string, std::int64_t>() : found->second,
          firing);
      if (!error.empty()) return fmt::format("step {}: {}", i + 1, error);
    }
  }
  return {};
}

RebuiltTrace rebuild_from(const Interpreter& judge, const State& first, const ReadTrace& read) {
  MoveList moves;
  if (const std::string error = number_choices(judge.model(), read, moves); !error.empty()) {
    return {{}, fmt::format("this is not a trace of the model: {}", error)};
  }
  Replay result = replay_from(judge, first, moves);
  if (!result.complete()) {
    return {
        {},
        fmt::format("step {} of the trace is not possible in this model", *result.impossible_step)};
  }
  Trace& trace = result.trace;
  const std::string difference = disagreement(judge.model(), trace, read);
  if (!difference.empty()) {
    return {{}, fmt::format("this is not a trace of the model: {}", difference)};
  }
  if (read.loop_start) {
    const std::size_t start = *read.loop_start;
    const bool is_loop = start + 1 < trace.steps.size() && !trace.error &&
                         trace.steps[start].state == trace.steps.back().state;
    if (!is_loop) {
      return {
          {},
          fmt::format("the trace is no lasso: its last step does not lead back to step {}", start)};
    }
    trace.loop_start = start;
  }
  ShownTrace shown{std::move(trace), read.ending, read.truths, {}};
  for (std::size_t i = 0; i < read.branches.size(); ++i) {
    const ReadBranch& branch = read.branches[i];
    // A last step that fails in this model has no state.
    const std::vector<TraceStep>& steps = shown.trace.steps;
    const State& state = steps[std::min(branch.step, steps.size() - 1)].state;
    RebuiltTrace inner = rebuild_from(judge, state, branch.trace);
    if (!inner.error.empty()) return {{}, fmt::format("branches[{}]: {}", i, inner.error)};
    shown.branches.push_back({branch.step, branch.formula, branch.is_true, std::move(inner.shown)});
  }
  return {std::move(shown), {}};
}

}  // namespace

RebuiltTrace rebuild(const Interpreter& judge, const ReadTrace& read) {
  if (has_fixed_start(judge.model())) return rebuild_from(judge, judge.initial_state(), read);
  if (read.states.empty() || read.states.front().empty()) {
    return {{}, "the trace does not say in which initial state it begins"};
  }
  const State first = with_free_values(judge.model(), judge.declared_state(), read.states.front());
  if (!judge.is_initial(first)) {
    return {{}, "this is not a trace of the model: it begins in a state that is not initial"};
  }
  return rebuild_from(judge, first, read);
}

}  // namespace clew
