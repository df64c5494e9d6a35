#include "clew/render/trace_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

constexpr std::size_t steps_shown_max = 60;
constexpr std::size_t steps_shown_at_an_end = steps_shown_max / 2;
constexpr std::size_t firings_shown_max = 16;

// Branches within branches have less and less room, but never less than this.
constexpr std::size_t columns_min = 60;

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

// REQUIRES: `layout` is that of the model.  A state may have nothing to show: a model without variables
// whose processes have ended.
std::string state_lines(const Model& model, const Layout& layout, const State& state,
                        std::size_t indent, std::size_t columns) {
  std::vector<std::string> lines = fold_items(value_items(model, layout, state), columns - indent);
  if (lines.empty()) lines.push_back("(a state without values)");
  return indented(lines, indent);
}

// Prints the steps of one trace, with numbers and places in columns of their own.
class TracePrinter {
 public:
  TracePrinter(const Model& model, std::size_t number_max, const TextOptions& options,
               std::size_t columns = text_columns)
      : model_(model),
        layout_(model),
        options_(options),
        columns_(columns),
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
    return numbered(0, state_lines(model_, layout_, state, indent_, columns_));
  }

  std::string stutter(std::size_t number) const {
    return numbered(number, remark("(no move is possible, the system stays as it is)"));
  }

  // What is true after a step; only what was not so `before`, unless that is null.
  std::string truths(std::span<const Proposition> propositions, std::span<const Truth> now,
                     const std::vector<Truth>* before) const {
    struct Group {
      Truth truth;
      std::string_view words;
      Tint tint;
    };
    std::vector<std::string> items;
    for (const Group& group :
         {Group{Truth::True, "true:", Tint::Good}, Group{Truth::False, "false:", Tint::Open},
          Group{Truth::NoValue, "without a value:", Tint::Bad}}) {
      std::vector<std::string_view> members;
      for (std::size_t i = 0; i < propositions.size(); ++i) {
        const bool is_new = before == nullptr || (*before)[i] != now[i];
        if (now[i] == group.truth && is_new) members.push_back(propositions[i].text);
      }
      if (members.empty()) continue;
      const std::string words = fmt::format("{}{}", before ? "now " : "", group.words);
      items.push_back(fmt::format("{} {}", painted(words, group.tint, options_.color),
                                  fmt::join(members, ", ")));
    }
    return indented(fold_items(items, columns_ - indent_ - 2), indent_ + 2);
  }

  // "at step 3: EF (P.ready) is false"
  std::string branch_heading(const TraceBranch& branch, const std::string& why) const {
    const std::string place = fmt::format("at step {}:", branch.step);
    std::vector<std::string> lines =
        fold_words(fmt::format("{} {} is {}{}{}", place, branch.formula,
                               branch.is_true ? "true" : "false", why.empty() ? "" : ": ", why),
                   columns_ - indent_);
    lines.front().replace(0, place.size(), painted(place, Tint::Strong, options_.color));
    return indented(lines, indent_);
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
      lines += indented(fold_items(change_items(firings, source, *target), columns_ - indent_ - 2),
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
        fold_words(fmt::format("{}: {}", word, text), columns_ - indent_, 2);
    lines.front() = painted(word, tint, options_.color) + lines.front().substr(word.size());
    return indented(lines, indent_);
  }

  std::string last_state(const State& state) const {
    constexpr std::string_view heading = "last state: ";
    std::string out = state_lines(model_, layout_, state, indent_ + heading.size(), columns_);
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
                        clew::firing_text(model_, firing)),
            place_text(model_, action.span)};
  }

  Omission omission_of(std::span<const Firing> firings) const {
    constexpr std::size_t at_an_end = firings_shown_max / 2;
    if (options_.verbose || firings.size() <= firings_shown_max) return {};
    return {at_an_end, firings.size() - at_an_end};
  }

  bool fits(std::size_t text_width, const FiringLine& line) const {
    return indent_ + text_width + gap_ + width_of(line.place) <= columns_;
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
      return indented(fold_words(line.place.empty() ? line.text : text, columns_ - indent_),
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
  std::size_t columns_;
  std::size_t indent_;
  std::size_t place_column_ = 0;
};

}  // namespace

std::string state_text(const Model& model, const State& state, std::size_t indent) {
  return state_lines(model, Layout(model), state, indent, text_columns);
}

std::string step_text(const Model& model, std::size_t number, const TraceStep& step,
                      const State& source, bool succeeds, const TextOptions& options) {
  const TracePrinter printer(model, number, options);
  if (step.firings.empty()) return printer.stutter(number);
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

// Tells one trace from its first state to its branches.
class TraceTeller {
 public:
  TraceTeller(const Model& model, const ShownTrace& shown, const TextOptions& options,
              std::span<const Proposition> propositions, std::size_t columns)
      : model_(model),
        shown_(shown),
        trace_(shown.trace),
        options_(options),
        propositions_(propositions),
        columns_(columns),
        omission_(omission_of(trace_.steps.size(), options)),
        printer_(model, trace_.length(), options, columns) {
    const std::vector<TraceStep>& steps = trace_.steps;
    for (std::size_t i = 1; i < steps.size(); ++i) {
      if (omission_.contains(i)) continue;
      printer_.make_room_for(steps[i].firings, steps[i - 1].state, &steps[i].state);
    }
    printer_.make_room_for(trace_.failing_firings, steps.back().state, nullptr);
  }

  std::string tell() const {
    std::string out;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      if (omission_.contains(i)) {
        out += printer_.remark(left_out_text());
        i = omission_.last;
      }
      out += step(i);
    }
    return out + ending() + branches();
  }

 private:
  std::string left_out_text() const {
    const bool has_loop_start = trace_.loop_start && omission_.contains(*trace_.loop_start);
    return fmt::format(
        "... {} left out{}, --verbose shows all ...", counted(omission_.count(), "step"),
        has_loop_start ? fmt::format(" (the loop begins after step {})", *trace_.loop_start) : "");
  }

  std::string step(std::size_t i) const {
    const std::vector<TraceStep>& steps = trace_.steps;
    std::string out;
    if (i == 0) {
      out += printer_.first_state(steps[0].state);
    } else if (steps[i].firings.empty()) {
      out += printer_.stutter(i);
    } else {
      out += printer_.move(i, steps[i], steps[i - 1].state, true);
    }
    // What the trace is about stands at its end.
    const Instruction* const failed = steps[i].failed_assertion;
    if (failed && shown_.ending != failure_text(model_, *failed)) out += printer_.failure(*failed);
    out += truths(i);
    if (trace_.loop_start == i) out += printer_.remark("--- from here on, again and again ---");
    return out;
  }

  // All of them where a reader begins: at the top, behind a gap and in front of the loop.
  std::string truths(std::size_t i) const {
    const auto is_known = [&](std::size_t step) {
      return step < shown_.truths.size() && shown_.truths[step].size() == propositions_.size();
    };
    if (propositions_.empty() || !is_known(i)) return {};
    const bool is_whole = i == 0 || omission_.contains(i - 1) || trace_.loop_start == i;
    const bool has_before = !is_whole && is_known(i - 1);
    return printer_.truths(propositions_, shown_.truths[i],
                           has_before ? &shown_.truths[i - 1] : nullptr);
  }

  std::string ending() const {
    const std::vector<TraceStep>& steps = trace_.steps;
    std::string out;
    if (trace_.error) {
      out += printer_.move(steps.size(), failing_step(trace_), steps.back().state, false);
      const std::string message = shown_.ending.empty() ? text_of(*trace_.error) : shown_.ending;
      return out + printer_.note("error", message, Tint::Bad);
    }
    if (steps.size() > 2 && !trace_.loop_start) out += printer_.last_state(steps.back().state);
    if (trace_.loop_start) {
      out += printer_.note("loop", fmt::format("goes on as after step {}", *trace_.loop_start),
                           Tint::Strong);
    }
    if (!shown_.ending.empty()) out += printer_.note("end", shown_.ending, Tint::Strong);
    return out;
  }

  // Each one further in.  A branch without moves has nothing to show that its step does not show.
  std::string branches() const {
    std::string out;
    for (const TraceBranch& branch : shown_.branches) {
      const bool has_moves = branch.shown.trace.steps.size() > 1 || branch.shown.trace.error;
      out += printer_.branch_heading(branch, has_moves ? "" : branch.shown.ending);
      if (branch.shown.trace.steps.empty()) continue;
      const std::size_t columns = std::max(columns_min, columns_ - printer_.indent());
      const TraceTeller inner(model_, branch.shown, options_, propositions_, columns);
      const std::string text = has_moves ? inner.tell() : inner.branches();
      out += shifted(text, printer_.indent());
    }
    return out;
  }

  static std::string shifted(std::string_view text, std::size_t indent) {
    std::string out;
    while (!text.empty()) {
      const std::size_t end = text.find('\n') + 1;
      out += std::string(indent, ' ') + std::string(text.substr(0, end));
      text.remove_prefix(end);
    }
    return out;
  }

  const Model& model_;
  const ShownTrace& shown_;
  const Trace& trace_;
  const TextOptions& options_;
  std::span<const Proposition> propositions_;
  std::size_t columns_;
  Omission omission_;
  TracePrinter printer_;
};

}  // namespace

std::string trace_text(const Model& model, const ShownTrace& shown, const TextOptions& options,
                       std::span<const Proposition> propositions) {
  return TraceTeller(model, shown, options, propositions, text_columns).tell();
}

}  // namespace clew
