// The reading half of json.hpp.
#include <fmt/format.h>

#include <limits>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "clew/model/print.hpp"
#include "clew/render/json.hpp"

namespace clew {

namespace {

using Json = nlohmann::json;

std::string_view kind_of(const Json* value) {
  if (value == nullptr) return "nothing";
  switch (value->type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "a list";
    case Json::value_t::string: return "a text";
    case Json::value_t::boolean: return "true or false";
    case Json::value_t::number_integer: return "a negative number";
    case Json::value_t::number_unsigned: return "a number";
    case Json::value_t::number_float: return "a fraction";
    default: return "something else";
  }
}

// Null if `object` is no object or has no such member.
const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

// Builds the move list; the first mistake sticks.
class TraceReader {
 public:
  ReadTrace read(const Json& root) {
    const Json* const trace = trace_in(root);
    if (trace != nullptr) read_trace(*trace);
    if (!error_.empty()) return {std::nullopt, std::move(error_), {}};
    return {std::move(moves_), {}, std::move(states_)};
  }

 private:
  void expected(const std::string& place, std::string_view what, const Json* found) {
    if (!error_.empty()) return;
    error_ = fmt::format("{}: expected {}, found {}", place, what, kind_of(found));
  }

  // The trace itself, or the first one of a report.
  const Json* trace_in(const Json& root) {
    if (!root.is_object()) {
      error_ = fmt::format("expected a trace or a report, found {}", kind_of(&root));
      return nullptr;
    }
    if (member(root, "steps") != nullptr) return &root;
    const Json* const properties = member(root, "properties");
    if (properties == nullptr) {
      error_ = "expected a trace (with 'steps') or a report (with 'properties'), found neither";
      return nullptr;
    }
    if (!properties->is_array()) {
      expected("properties", "a list", properties);
      return nullptr;
    }
    for (const Json& property : *properties) {
      const Json* const trace = member(property, "trace");
      if (trace != nullptr && !trace->is_null()) return trace;
    }
    error_ = "the report has no trace";
    return nullptr;
  }

  void read_trace(const Json& trace) {
    const Json* const steps = member(trace, "steps");
    if (steps == nullptr || !steps->is_array()) return expected("steps", "a list", steps);
    if (steps->empty()) return fail("steps: expected at least the initial state, found none");
    const Json* const first = member((*steps)[0], "action");
    if (!(*steps)[0].is_object()) return expected("steps[0]", "an object", &(*steps)[0]);
    if (first != nullptr && !first->is_null()) {
      return expected("steps[0].action", "nothing (no move leads to the initial state)", first);
    }
    read_state(member((*steps)[0], "state"));
    for (std::size_t i = 1; i < steps->size() && error_.empty(); ++i) {
      const std::string place = fmt::format("steps[{}]", i);
      if (!(*steps)[i].is_object()) return expected(place, "an object", &(*steps)[i]);
      read_state(member((*steps)[i], "state"));
      read_action(member((*steps)[i], "action"), place + ".action");
    }
    const Json* const error = member(trace, "error");
    if (error == nullptr || error->is_null() || !error_.empty()) return;
    if (!error->is_object()) return expected("error", "an object", error);
    read_action(member(*error, "action"), "error.action");
  }

  void read_state(const Json* state) {
    std::map<std::string, std::string>& values = states_.emplace_back();
    if (state == nullptr || !state->is_object()) return;
    for (const auto& [name, value] : state->items()) {
      values[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
  }

  void read_action(const Json* action, const std::string& place) {
    if (action == nullptr || !action->is_object()) return expected(place, "an object", action);
    const Json* const firings = member(*action, "firings");
    const std::string list_place = place + ".firings";
    if (firings == nullptr || !firings->is_array()) return expected(list_place, "a list", firings);
    if (firings->empty()) return fail(list_place + ": expected at least one firing, found none");
    std::vector<Firing> move;
    for (std::size_t i = 0; i < firings->size(); ++i) {
      const Json& firing = (*firings)[i];
      const std::string firing_place = fmt::format("{}[{}]", list_place, i);
      if (!firing.is_object()) return expected(firing_place, "an object", &firing);
      const std::uint32_t process =
          read_id(member(firing, "process_id"), firing_place + ".process_id");
      const std::uint32_t id = read_id(member(firing, "action"), firing_place + ".action");
      move.push_back({ProcessId{process}, ActionId{id}});
    }
    moves_.push_back(std::move(move));
  }

  std::uint32_t read_id(const Json* number, const std::string& place) {
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

  MoveList moves_;
  std::vector<std::map<std::string, std::string>> states_;
  std::string error_;
};

// `byte` counts from 1, as the parser does, and may lie behind the end.
std::string place_in(const std::string& text, std::size_t byte) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

ReadTrace read_json_trace(const std::string& text) {
  try {
    return TraceReader().read(Json::parse(text));
  } catch (const Json::parse_error& error) {
    return {std::nullopt, fmt::format("{}: the text is not JSON", place_in(text, error.byte)), {}};
  } catch (const Json::exception&) {
    // Numbers too large for any type end here.
    return {std::nullopt, "the text is JSON with a value that cannot be represented", {}};
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

}  // namespace clew
