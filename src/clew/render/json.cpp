#include "clew/render/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include "clew/base/version.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/print.hpp"
#include "clew/render/json_text.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

Json null_if_empty(std::string_view text) {
  return text.empty() ? Json() : Json(std::string(text));
}

Json line_of(SourceSpan span) { return span.is_known() ? Json(span.line) : Json(); }

Json turn_json(const TextExpansion& turn) {
  return {
      {"macro", turn.name}, {"turn", turn.turn}, {"counter", turn.counter}, {"value", turn.value}};
}

// What is read several times, the innermost first: calls of inlines, turns of the loops of macros.
void add_expansions(Json& item, const Model& model, SourceSpan span) {
  for (const TextExpansion* each : expansions_around(model.expansions, span)) {
    if (each->turn > 0) {
      item["turns"].push_back(turn_json(*each));
      continue;
    }
    Json call = {{"name", each->name}, {"line", line_of(each->called)}};
    if (each->called.file != 0) call["file"] = file_of(model, each->called);
    item["inlined"].push_back(std::move(call));
  }
}

// Digits beyond these are noise.
double rounded(double value, double digits) {
  const double scale = std::pow(10.0, digits);
  return std::isfinite(value) ? std::round(value * scale) / scale : 0;
}

Json json_value(const NamedValue& value) {
  if (value.kind != NamedValue::Kind::Number) return value.value;
  std::int64_t number = 0;
  const char* const end = value.value.data() + value.value.size();
  const auto read = std::from_chars(value.value.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? Json(number) : Json(value.value);
}

// --- traces

Json firing_json(const Model& model, const Firing& firing, const std::string& process) {
  const Action& action = model.actions[firing.action];
  const ProcessType& type = model.process_types[action.owner];
  Json out = {{"process", process},
              {"process_id", to_index(firing.process)},
              {"action", to_index(firing.action)},
              {"from", type.locations[action.from].name},
              {"to", type.locations[action.to].name},
              {"text", action.text},
              {"line", line_of(action.span)}};
  if (action.span.file != 0) out["file"] = file_of(model, action.span);
  add_expansions(out, model, action.span);
  if (!action.choices.empty()) {
    const std::vector<Value> values = chosen_values(model, action, firing.choice);
    Json chosen = Json::object();
    for (const SlotId choice : action.choices) {
      chosen[choice_name(model, firing, choice)] = values[model.choices.slots[choice].offset];
    }
    out["choice"] = std::move(chosen);
  }
  return out;
}

// What happened in a move beside the change of state.
void add_happenings(Json& item, const Model& model, const TraceStep& step, const State& source) {
  if (!step.printed.empty()) {
    Json printed = Json::array();
    for (const PrintedLine& line :
         printed_lines(model, step.printed, step.firings, source, &step.state)) {
      printed.push_back({{"process", line.process}, {"text", line.text}});
    }
    item["printed"] = std::move(printed);
  }
  if (const Instruction* const failed = step.failed_assertion) {
    item["failed_assertion"] = {{"text", failed->text},
                                {"file", file_of(model, failed->span)},
                                {"line", line_of(failed->span)}};
  }
}

// REQUIRES: there is a firing.
Json action_json(const Model& model, std::span<const Firing> firings, const State& source,
                 const State* target) {
  std::vector<std::string> who;
  std::string text;
  Json items = Json::array();
  for (const Firing& firing : firings) {
    const std::string process = acting_process_name(model, firing, source, target);
    if (std::find(who.begin(), who.end(), process) == who.end()) who.push_back(process);
    if (!text.empty()) text += "; ";
    text += process + ": " + text_of(model, model.actions[firing.action]);
    if (const std::string choices = choices_text(model, firing); !choices.empty()) {
      text += " with " + choices;
    }
    items.push_back(firing_json(model, firing, process));
  }
  return {{"who", who},
          {"text", text},
          {"file", file_of(model, model.actions[firings.front().action].span)},
          {"line", line_of(model.actions[firings.front().action].span)},
          {"firings", std::move(items)}};
}

Json state_json(const Model& model, const Layout& layout, const State& state) {
  // Pushed, not looked up: names are unique, and a state may have thousands of them.
  Json::object_t values;
  for (const NamedValue& value : named_values(model, layout, state)) {
    values.push_back({value.name, json_value(value)});
  }
  return values;
}

Json texts_json(std::span<const Proposition> propositions) {
  Json out = Json::array();
  for (const Proposition& proposition : propositions) out.push_back(proposition.text);
  return out;
}

// {"P.cs": true}, null where an expression has no value.
Json truths_json(std::span<const Proposition> propositions, std::span<const Truth> truths) {
  Json out = Json::object();
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    Json& truth = out[propositions[i].text];
    if (truths[i] != Truth::NoValue) truth = truths[i] == Truth::True;
  }
  return out;
}

Json steps_json(const Model& model, const ShownTrace& shown,
                std::span<const Proposition> propositions) {
  const Layout layout(model);
  const Trace& trace = shown.trace;
  Json steps = Json::array();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    Json item;
    Json changed = Json::array();
    if (i > 0) {
      const State& source = trace.steps[i - 1].state;
      if (step.firings.empty()) {
        item["stutters"] = true;
      } else {
        item["action"] = action_json(model, step.firings, source, &step.state);
      }
      for (const ValueChange& change : changed_values(model, layout, source, step.state)) {
        changed.push_back(change.name);
      }
    }
    item["state"] = state_json(model, layout, step.state);
    item["changed"] = std::move(changed);
    if (i > 0) add_happenings(item, model, step, trace.steps[i - 1].state);
    const bool has_truths = !propositions.empty() && i < shown.truths.size() &&
                            shown.truths[i].size() == propositions.size();
    if (has_truths) item["propositions"] = truths_json(propositions, shown.truths[i]);
    steps.push_back(std::move(item));
  }
  return steps;
}

Json trace_json(const Model& model, const ShownTrace& shown,
                std::span<const Proposition> propositions) {
  const Trace& trace = shown.trace;
  Json out = {{"kind", trace.loop_start ? "lasso" : "path"},
              {"loop_start", trace.loop_start ? Json(*trace.loop_start) : Json()},
              {"steps", steps_json(model, shown, propositions)}};
  if (trace.error) {
    Json error = {{"message", text_of(*trace.error)},
                  {"file", file_of(model, trace.error->span)},
                  {"line", line_of(trace.error->span)}};
    if (!trace.failing_firings.empty()) {
      const State& source = trace.steps.back().state;
      error["action"] = action_json(model, trace.failing_firings, source, nullptr);
    }
    out["error"] = std::move(error);
  }
  out["ending"] = shown.ending;
  if (!shown.engine.empty()) out["engine"] = shown.engine;
  if (!propositions.empty() && !shown.truths.empty()) {
    out["propositions"] = texts_json(propositions);
  }
  if (!shown.branches.empty()) {
    Json branches = Json::array();
    for (const TraceBranch& branch : shown.branches) {
      branches.push_back({{"step", branch.step},
                          {"formula", branch.formula},
                          {"holds", branch.is_true},
                          {"trace", trace_json(model, branch.shown, propositions)}});
    }
    out["branches"] = std::move(branches);
  }
  return out;
}

// --- reports

Json native_json(const Statistics& statistics) {
  const std::optional<NativeStatistics>& native = statistics.native;
  if (!native && !statistics.interpreted_because.empty()) {
    return {{"tier", nullptr}, {"refused", statistics.interpreted_because}};
  }
  if (!native) return nullptr;
  return {{"tier", native->tier},
          {"cached", native->was_cached},
          {"compile_seconds", rounded(native->compile_seconds, 6)},
          {"optimise_seconds", rounded(native->optimise_seconds, 6)}};
}

// Numbers that a reader of JSON may round are written as texts beside it.
void add_exact_counts(Json& out, const ExactCounts& exact) {
  constexpr std::uint64_t certain_max = std::uint64_t{1} << 53;
  const auto add = [&](const std::string& name, const std::string& digits) {
    const bool is_counted = !digits.empty();
    if (is_counted && out[name].get<std::uint64_t>() <= certain_max) return;
    out[name] = nullptr;
    if (is_counted) out[name + "_exact"] = digits;
  };
  add("states", exact.states);
  add("transitions", exact.transitions);
  add("deadlocks", exact.deadlocks);
  add("errors", exact.errors);
}

Json value_json(const Fact::Value& value) {
  return std::visit(
      [](const auto& known) -> Json {
        using Known = std::decay_t<decltype(known)>;
        if constexpr (std::is_same_v<Known, std::monostate>) {
          return Json();
        } else if constexpr (std::is_same_v<Known, double>) {
          return rounded(known, 6);
        } else {
          return known;
        }
      },
      value);
}

Json facts_json(const FactGroup& group) {
  Json out = Json::object();
  for (const Fact& fact : group.facts) out[fact.key] = value_json(fact.value);
  return out;
}

Json statistics_json(const Statistics& statistics) {
  const std::size_t levels = statistics.level_sizes.size();
  Json out = {{"states", statistics.states},
              {"transitions", statistics.transitions},
              {"deadlocks", statistics.deadlocks},
              {"errors", statistics.errors},
              {"levels", levels == 0 ? Json() : Json(levels)},
              {"seconds", rounded(statistics.seconds, 6)},
              {"peak_memory_bytes", statistics.peak_memory_bytes},
              {"bytes_per_state", rounded(statistics.bytes_per_state, 3)},
              {"packed_bytes_per_state", rounded(statistics.packed_bytes_per_state, 3)},
              {"threads", statistics.threads},
              {"native", statistics.native.has_value()},
              {"native_code", native_json(statistics)},
              {"store", null_if_empty(statistics.store)},
              {"reduction", null_if_empty(std::string(name_of(statistics.reduction)))},
              {"level_sizes", statistics.level_sizes}};
  if (statistics.reduction == Reduction::PartialOrder) out["left_out"] = statistics.left_out;
  if (statistics.reduced_until) out["reduced_until"] = *statistics.reduced_until;
  if (!statistics.unreduced_because.empty()) {
    out["unreduced_because"] = statistics.unreduced_because;
  }
  if (statistics.exact) add_exact_counts(out, *statistics.exact);
  for (const FactGroup& group : statistics.facts) out[group.name] = facts_json(group);
  return out;
}

Json compared_json(const std::vector<ComparedAnswer>& answers) {
  Json out = Json::array();
  for (const ComparedAnswer& answer : answers) {
    Json item = {{"engine", answer.engine},
                 {"verdict", name_of(answer.verdict)},
                 {"basis", null_if_empty(name_of(answer.basis))},
                 {"reason", null_if_empty(name_of(answer.reason))},
                 {"reason_text", null_if_empty(answer.reason_text)},
                 {"seconds", rounded(answer.seconds, 6)},
                 {"peak_memory_bytes", answer.peak_memory_bytes}};
    if (answer.basis == Basis::Bounded) item["depth"] = answer.depth;
    if (answer.trace_length) item["trace_length"] = *answer.trace_length;
    out.push_back(std::move(item));
  }
  return out;
}

Json property_json(const Report& report, const PropertyResult& result) {
  const bool has_trace = report.model && !result.traces.empty();
  const std::vector<Proposition>& propositions = result.property.propositions;
  const auto trace_of = [&](const ShownTrace& shown) {
    return trace_json(*report.model, shown, propositions);
  };
  Json out = {{"name", result.property.name},
              {"kind", name_of(result.property.kind)},
              {"text", result.property.text},
              {"verdict", name_of(result.verdict)},
              {"basis", null_if_empty(name_of(result.basis))},
              {"engine", null_if_empty(result.engine)},
              {"trace", has_trace ? trace_of(result.traces.front()) : Json()},
              {"reason", null_if_empty(name_of(result.reason))}};
  if (!result.property.note.empty()) out["note"] = result.property.note;
  if (!result.reason_text.empty()) out["reason_text"] = result.reason_text;
  if (result.basis == Basis::Bounded) out["depth"] = result.depth;
  if (is_unshown(result)) out["depth"] = result.depth > 0 ? Json(result.depth) : Json();
  if (result.basis == Basis::Lossy) out["omission"] = result.omission;
  out["violations"] = result.violation_count;
  if (has_trace && result.traces.size() > 1) {
    Json traces = Json::array();
    for (const ShownTrace& shown : result.traces) traces.push_back(trace_of(shown));
    out["traces"] = std::move(traces);
  }
  if (!propositions.empty()) out["propositions"] = texts_json(propositions);
  if (!result.warnings.empty()) out["warnings"] = result.warnings;
  if (!result.compared.empty()) out["compare"] = compared_json(result.compared);
  if (result.statistics) out["statistics"] = statistics_json(*result.statistics);
  return out;
}

Json unreached_json(const Report& report) {
  Json out = Json::array();
  if (!report.model) return out;
  const Model& model = *report.model;
  for (const ActionId id : report.unreached) {
    const Action& action = model.actions[id];
    out.push_back({{"process", model.process_types[action.owner].name},
                   {"text", text_of(model, action)},
                   {"file", file_of(model, action.span)},
                   {"line", line_of(action.span)}});
    add_expansions(out.back(), model, action.span);
  }
  return out;
}

}  // namespace

std::string json_report(const Report& report) {
  Json properties = Json::array();
  for (const PropertyResult& result : report.properties) {
    properties.push_back(property_json(report, result));
  }
  Json out = {{"clew", version_text},
              {"command", report.command},
              {"model",
               {{"file", report.info.file},
                {"language", report.info.language},
                {"processes", report.info.processes},
                {"slots", report.info.slots},
                {"state_bits", report.info.state_bits}}},
              {"properties", std::move(properties)},
              {"statistics", statistics_json(report.statistics)},
              {"finished", report.finished}};
  if (!report.chosen.empty()) {
    out["chosen"] = report.chosen;
    out["because"] = null_if_empty(report.because);
  }
  if (!report.finished) {
    out["stop_reason"] = null_if_empty(name_of(report.stop_reason));
    out["stop_text"] = null_if_empty(report.stop_text);
  }
  out["unreached"] = unreached_json(report);
  if (!report.defect.empty()) out["defect"] = report.defect;
  return json_text(out);
}

std::string json_diagnostics(std::span<const PlacedDiagnostic> diagnostics) {
  Json all = Json::array();
  for (const PlacedDiagnostic& each : diagnostics) {
    all.push_back({{"file", each.file ? Json(*each.file) : Json()},
                   {"line", each.span.line},
                   {"column", each.span.column},
                   {"length", each.span.length},
                   {"severity", each.severity == Severity::Error ? "error" : "warning"},
                   {"message", each.message},
                   {"help", null_if_empty(each.help)}});
    if (!each.made) continue;
    Json& made = all.back()["expansion"];
    made = {{"line", each.made->line},
            {"column", each.made->column},
            {"length", each.made->length},
            {"turns", Json::array()},
            {"more_turns", each.made->more_turns}};
    for (const TextExpansion& turn : each.made->turns) made["turns"].push_back(turn_json(turn));
  }
  return json_text(Json{{"diagnostics", std::move(all)}});
}

std::string json_trace(const Model& model, const ShownTrace& shown,
                       std::span<const Proposition> propositions) {
  return json_text(trace_json(model, shown, propositions));
}

}  // namespace clew
