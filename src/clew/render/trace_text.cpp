#include "clew/render/trace_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

constexpr std::size_t steps_shown_max = 200;
constexpr std::size_t steps_shown_at_an_end = steps_shown_max / 2;
constexpr std::size_t firings_shown_max = 16;

// "  12  " and what follows below it is two blanks further in.
constexpr std::size_t number_width_min = 3;

struct FiringLine {
  std::string text;
  std::string place;
};

// The parts [first, last) that a short version leaves out.
struct Omission {
  std::size_t first = 0;
  std::size_t last = 0;

  std::size_t count() const { return last - first; }
  bool contains(std::size_t part) const { return first <= part && part < last; }
};

Omission omission_of(std::size_t step_count, const TextOptions& options) {
  if (options.verbose || step_count <= steps_shown_max) return {};
  return {steps_shown_at_an_end, step_count - steps_shown_at_an_end};
}

// Prints the steps of one trace, with numbers and places in columns of their own.
class TracePrinter {
 public:
  TracePrinter(const Model& model, std::size_t number_max, const TextOptions& options)
      : model_(model),
        layout_(model),
        options_(options),
        indent_(std::max(number_width_min, std::to_string(number_max).size() + 1) + 2) {}

  std::size_t indent() const { return indent_; }

  // Places stand in one column, wherever the line has room for that.
  void make_room_for(std::span<const Firing> firings, const State& source, const State* target) {
    const Omission omission = omission_of(firings);
    for (std::size_t i = 0; i < firings.size(); ++i) {
      if (omission.contains(i)) continue;
      const FiringLine line = line_of(firings[i], source, target);
      if (fits(width_of(line.text), line)) {
        place_column_ = std::max(place_column_, width_of(line.text));
      }
    }
  }

  std::string first_state(const State& state) const {
    return numbered(0, state_text(model_, state, indent_));
  }

  std::string move(std::size_t number, const TraceStep& step, const State& source,
                   bool succeeds) const {
    const std::span<const Firing> firings = step.firings;
    const State* const target = succeeds ? &step.state : nullptr;
    std::string lines;
    const Omission omission = omission_of(firings);
    for (std::size_t i = 0; i < firings.size(); ++i) {
      if (omission.contains(i)) {
        lines += remark(fmt::format("... {} left out, --verbose shows all ...",
                                    counted(omission.count(), "statement")));
        i = omission.last;
      }
      const FiringLine line = line_of(firings[i], source, target);
      lines += firing_text(line, fits(width_of(line.text), line));
    }
    lines = numbered(number, std::move(lines));
    if (target) {
      lines +=
          indented(fold_items(change_items(firings, source, *target), text_columns - indent_ - 2),
                   indent_ + 2);
    }
    for (const auto& [process, text] :
         printed_lines(model_, step.printed, firings, source, target)) {
      lines += fmt::format("{}{} {}\n", std::string(indent_ + 2, ' '),
                           painted(process + " prints:", Tint::Dim, options_.color), text);
    }
    return lines;
  }

  std::string failure(const Instruction& failed) const {
    return indented({painted(failure_text(model_, failed), Tint::Bad, options_.color)},
                    indent_ + 2);
  }

  // "end: no process can move", folded, with its first word painted.
  std::string note(std::string_view word, std::string_view text, Tint tint) const {
    std::vector<std::string> lines =
        fold_words(fmt::format("{}: {}", word, text), text_columns - indent_, 2);
    lines.front() = painted(word, tint, options_.color) + lines.front().substr(word.size());
    return indented(lines, indent_);
  }

  std::string last_state(const State& state) const {
    constexpr std::string_view heading = "last state: ";
    const std::vector<std::string> lines =
        fold_items(value_items(model_, layout_, state), text_columns - indent_ - heading.size());
    std::string out = indented(lines, indent_ + heading.size());
    out.replace(indent_, heading.size(), painted(heading, Tint::Dim, options_.color));
    return out;
  }

  std::string remark(std::string_view text) const {
    return std::string(indent_, ' ') + painted(text, Tint::Dim, options_.color) + '\n';
  }

 private:
  FiringLine line_of(const Firing& firing, const State& source, const State* target) const {
    const Action& action = model_.actions[firing.action];
    return {fmt::format("{}: {}", acting_process_name(model_, firing, source, target),
                        statement_text(model_, action)),
            place_text(model_, action.span)};
  }

  Omission omission_of(std::span<const Firing> firings) const {
    constexpr std::size_t at_an_end = firings_shown_max / 2;
    if (options_.verbose || firings.size() <= firings_shown_max) return {};
    return {at_an_end, firings.size() - at_an_end};
  }

  bool fits(std::size_t text_width, const FiringLine& line) const {
    return indent_ + text_width + gap_ + width_of(line.place) <= text_columns;
  }

  // The number goes where the first line has blanks.  REQUIRES: lines begin with indent_ blanks.
  std::string numbered(std::size_t number, std::string lines) const {
    const std::string text = fmt::format("{:>{}}", number, indent_ - 2);
    return lines.replace(0, text.size(), painted(text, Tint::Dim, options_.color));
  }

  // A firing that fills its line is folded together with its place.
  std::string firing_text(const FiringLine& line, bool has_room) const {
    if (!has_room) {
      const std::string text = fmt::format("{} ({})", line.text, line.place);
      return indented(fold_words(line.place.empty() ? line.text : text, text_columns - indent_),
                      indent_);
    }
    const std::size_t column = fits(place_column_, line) ? place_column_ : 0;
    return fmt::format("{}{}{}{}\n", std::string(indent_, ' '), padded(line.text, column),
                       std::string(gap_, ' '), painted(line.place, Tint::Dim, options_.color));
  }

  std::vector<std::string> change_items(std::span<const Firing> firings, const State& source,
                                        const State& target) const {
    std::vector<std::string> items;
    std::vector<std::string> movers;
    for (const Firing& firing : firings) {
      movers.push_back(acting_process_name(model_, firing, source, &target));
    }
    for (const ValueChange& change : changed_values(model_, layout_, source, target)) {
      const bool said_already =
          change.kind == NamedValue::Kind::Location && change.before && change.after &&
          std::find(movers.begin(), movers.end(), change.name) != movers.end();
      if (!said_already) items.push_back(text_of(change));
    }
    return items;
  }

  static constexpr std::size_t gap_ = 3;

  const Model& model_;
  Layout layout_;
  TextOptions options_;
  std::size_t indent_;
  std::size_t place_column_ = 0;
};

}  // namespace

std::string state_text(const Model& model, const State& state, std::size_t indent) {
  const Layout layout(model);
  std::vector<std::string> lines =
      fold_items(value_items(model, layout, state), text_columns - indent);
  if (lines.empty()) lines.push_back("(a state without values)");
  return indented(lines, indent);
}

std::string step_text(const Model& model, std::size_t number, const TraceStep& step,
                      const State& source, bool succeeds, const TextOptions& options) {
  const TracePrinter printer(model, number, options);
  std::string out = printer.move(number, step, source, succeeds);
  if (step.failed_assertion) out += printer.failure(*step.failed_assertion);
  return out;
}

namespace {

// The step that is no step: what was tried at the end.
TraceStep failing_step(const Trace& trace) {
  TraceStep step;
  step.firings = trace.failing_firings;
  return step;
}

}  // namespace

std::string trace_text(const Model& model, const ShownTrace& shown, const TextOptions& options) {
  const Trace& trace = shown.trace;
  const std::vector<TraceStep>& steps = trace.steps;
  const Omission omission = omission_of(steps.size(), options);
  TracePrinter printer(model, trace.length(), options);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (omission.contains(i)) continue;
    printer.make_room_for(steps[i].firings, steps[i - 1].state, &steps[i].state);
  }
  printer.make_room_for(trace.failing_firings, steps.back().state, nullptr);

  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (omission.contains(i)) {
      out += printer.remark(fmt::format("... {} left out, --verbose shows all ...",
                                        counted(omission.count(), "step")));
      i = omission.last;
    }
    if (i == 0) {
      out += printer.first_state(steps[0].state);
    } else if (steps[i].firings.empty()) {
      out += printer.remark("--- nothing can move, everything stays as it is ---");
    } else {
      out += printer.move(i, steps[i], steps[i - 1].state, true);
    }
    // What the trace is about stands at its end.
    const Instruction* const failed = steps[i].failed_assertion;
    if (failed && shown.ending != failure_text(model, *failed)) out += printer.failure(*failed);
    if (trace.loop_start == i) out += printer.remark("--- from here on, again and again ---");
  }
  if (trace.error) {
    out += printer.move(steps.size(), failing_step(trace), steps.back().state, false);
    const std::string message = shown.ending.empty() ? text_of(*trace.error) : shown.ending;
    return out + printer.note("error", message, Tint::Bad);
  }
  if (steps.size() > 2 && !trace.loop_start) out += printer.last_state(steps.back().state);
  if (trace.loop_start) {
    out += printer.note("loop", fmt::format("goes on as after step {}", *trace.loop_start),
                        Tint::Strong);
  }
  if (!shown.ending.empty()) out += printer.note("end", shown.ending, Tint::Strong);
  return out;
}

}  // namespace clew
