#include "clew/render/values.hpp"
#include "clew/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "clew/check/report.hpp"

namespace clew {

namespace {

// "flag" for the element "flag[1]"; empty for anything else.
std::string_view vector_name(const NamedValue& value) {
  if (value.kind != NamedValue::Kind::Number || !value.name.ends_with(']')) return {};
  return std::string_view(value.name).substr(0, value.name.rfind('['));
}

// States that differ in their processes or objects: values are matched by name.
std::vector<ValueChange> changes_by_name(const std::vector<NamedValue>& before,
                                         const std::vector<NamedValue>& after) {
  std::unordered_map<std::string_view, const NamedValue*> old_values;
  for (const NamedValue& value : before) old_values.emplace(value.name, &value);
  std::vector<ValueChange> changes;
  for (const NamedValue& value : after) {
    const auto old_value = old_values.find(value.name);
    if (old_value == old_values.end()) {
      changes.push_back({value.name, std::nullopt, value.value, value.kind});
      continue;
    }
    if (old_value->second->value != value.value) {
      changes.push_back({value.name, old_value->second->value, value.value, value.kind});
    }
    old_values.erase(old_value);
  }
  for (const NamedValue& value : before) {
    if (!old_values.contains(value.name)) continue;
    changes.push_back({value.name, value.value, std::nullopt, value.kind});
  }
  return changes;
}

}  // namespace

std::vector<std::string> value_items(const Model& model, const Layout& layout, const State& state) {
  const std::vector<NamedValue> values = named_values(model, layout, state);
  std::vector<std::string> items;
  for (std::size_t i = 0; i < values.size();) {
    const std::string_view vector = vector_name(values[i]);
    if (vector.empty()) {
      items.push_back(fmt::format("{} = {}", values[i].name, values[i].value));
      ++i;
      continue;
    }
    std::string elements = values[i].value;
    for (++i; i < values.size() && vector_name(values[i]) == vector; ++i) {
      elements += ", " + values[i].value;
    }
    items.push_back(fmt::format("{} = [{}]", vector, elements));
  }
  return items;
}

std::vector<ValueChange> changed_values(const Model& model, const Layout& layout,
                                        const State& before, const State& after) {
  const std::vector<NamedValue> old_values = named_values(model, layout, before);
  const std::vector<NamedValue> new_values = named_values(model, layout, after);
  if (before.shape != after.shape && *before.shape != *after.shape) {
    return changes_by_name(old_values, new_values);
  }
  std::vector<ValueChange> changes;
  for (std::size_t i = 0; i < new_values.size(); ++i) {
    if (old_values[i].value == new_values[i].value) continue;
    changes.push_back(
        {new_values[i].name, old_values[i].value, new_values[i].value, new_values[i].kind});
  }
  return changes;
}

std::string text_of(const ValueChange& change) {
  if (!change.before) return fmt::format("{} = {} (new)", change.name, *change.after);
  if (!change.after) return fmt::format("{} (gone)", change.name);
  return fmt::format("{}: {} -> {}", change.name, *change.before, *change.after);
}

std::string acting_process_name(const Model& model, const Firing& firing, const State& source,
                                const State* target) {
  const std::size_t index = to_index(firing.process);
  const bool is_there = firing.process == claim_id || index < source.process_count();
  if (is_there) return process_name(model, source, firing.process);
  if (target && index < target->process_count()) {
    return process_name(model, *target, firing.process);
  }
  const ProcessType& type = model.process_types[model.actions[firing.action].owner];
  return fmt::format("{}:{}", type.name, index);
}

namespace {

std::string line_text(const Model& model, SourceSpan span) {
  if (span.file == 0) return fmt::format("line {}", span.line);
  return fmt::format("{}:{}", visible_line(file_of(model, span)), span.line);
}

// ", in put, called from line 15 in swap, from line 21", or ", j=1, i=2": calls lead outwards, and
// counters of loops stand as in an index.
std::string expansion_text(const Model& model, SourceSpan span) {
  constexpr std::size_t calls_shown_max = 3;
  std::string calls;
  std::string turns;
  std::size_t count = 0;
  const std::vector<const TextExpansion*> around = expansions_around(model.expansions, span);
  for (const TextExpansion* each : around) {
    if (each->turn > 0) {
      turns = fmt::format("{}={}{}{}", visible_line(each->counter), each->value,
                          turns.empty() ? "" : ", ", turns);
    } else if (++count <= calls_shown_max || each == around.back()) {
      calls += fmt::format("{} {}{} from {}", count == 1 ? ", in" : " in", each->name,
                           count == 1 ? ", called" : ",", line_text(model, each->called));
    } else if (count == calls_shown_max + 1) {
      calls += " ...";
    }
  }
  return calls + (turns.empty() ? "" : ", " + turns);
}

}  // namespace

std::string place_text(const Model& model, SourceSpan span) {
  if (!span.is_known()) return {};
  return line_text(model, span) + expansion_text(model, span);
}

std::string firing_text(const Model& model, const Firing& firing) {
  const std::string choices = choices_text(model, firing);
  return statement_text(model, model.actions[firing.action]) +
         (choices.empty() ? "" : " with " + choices);
}

std::vector<PrintedLine> printed_lines(const Model& model, std::span<const Printed> printed,
                                       std::span<const Firing> firings, const State& source,
                                       const State* target) {
  std::vector<PrintedLine> lines;
  for (std::size_t i = 0; i < printed.size();) {
    const ProcessId process = printed[i].process;
    std::string text;
    for (; i < printed.size() && printed[i].process == process; ++i) text += printed[i].text;
    const auto by_process = [&](const Firing& firing) { return firing.process == process; };
    const auto firing = std::find_if(firings.begin(), firings.end(), by_process);
    const std::string name = firing == firings.end()
                                 ? fmt::format("process {}", to_index(process))
                                 : acting_process_name(model, *firing, source, target);
    if (text.ends_with('\n')) text.pop_back();
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines.push_back({name, visible_line(std::string_view(text).substr(begin, end - begin))});
      begin = end + 1;
    }
  }
  return lines;
}

}  // namespace clew
