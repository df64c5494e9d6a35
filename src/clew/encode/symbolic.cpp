#include "clew/encode/symbolic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/encode/symbolic_steps.hpp"
#include "clew/model/choices.hpp"

namespace clew {

namespace {

// Beyond these a model is refused rather than worked on for ever.
constexpr std::size_t path_steps_max = 2'000;      // one path through an atomic block
constexpr std::size_t moves_max = 200'000;         // of the whole model
constexpr std::uint32_t nodes_max = 20'000'000;    // of the circuit
constexpr std::uint64_t combinations_max = 4'096;  // of choices that are asked about one by one
constexpr std::uint64_t rewired_max = 4'000'000;   // nodes that this may cost

std::string refusal_of(const Model& model) {
  if (!model.object_types.empty()) return "the model has heap objects";
  for (const Action& action : model.actions) {
    for (const Instruction& step : action.effect) {
      if (step.kind == Instruction::Kind::Start) {
        return fmt::format("'{}' starts a process while the model runs", action.text);
      }
    }
  }
  return {};
}

// Follows every move of the model and writes it down.
class SymbolicMaker {
 public:
  SymbolicMaker(const Model& source, SymbolicLayout& layout, SymbolicModel& model)
      : source_(source),
        layout_(layout),
        model_(model),
        base_(layout.base()),
        steps_(layout),
        within_(layout) {
    steps_.share_inputs(inputs_);
    within_.share_inputs(inputs_);
  }

  std::string run() {
    make_initial();
    if (source_.composition == Composition::Synchronous) {
      synchronous();
    } else {
      asynchronous();
    }
    make_ends();
    if (source_.claim && refusal_.empty()) stutter();
    make_marks();
    model_.inputs = inputs_.bits;
    model_.input_words = std::move(inputs_.known);
    return refusal_;
  }

 private:
  struct Path {
    std::vector<SymbolicFiring> firings;
    Lit condition = lit_true;
    SymbolicOutcome outcome;
  };

  Lit both(Lit a, Lit b) { return model_.circuit.both(a, b); }
  Lit either(Lit a, Lit b) { return model_.circuit.either(a, b); }

  // --- asynchronous

  void asynchronous() {
    Lit committed = lit_false;
    for (std::size_t i = 0; i < layout_.process_count(); ++i) {
      const auto process = to_id<ProcessId>(i);
      const auto& locations = layout_.type_of(process).locations;
      for (std::size_t k = 0; k < locations.size(); ++k) {
        if (!locations[to_id<LocationId>(k)].committed) continue;
        committed = either(committed, layout_.at_location(base_, process, to_id<LocationId>(k)));
      }
    }
    steps_.set_committed_only(committed);
    list_all(lit_true);
    const bool uses_timeout = std::any_of(source_.exprs.begin(), source_.exprs.end(),
                                          [](const Expr& expr) { return expr.op == Op::Timeout; });
    if (!uses_timeout) return;
    const Lit nobody = !some_choice(begun_).value_or(lit_true);
    steps_.set_timeout(lit_true);
    timeout_ = lit_true;
    list_all(nobody);
  }

  void list_all(Lit condition) {
    for (std::size_t i = 0; i < layout_.process_count(); ++i) {
      const auto process = to_id<ProcessId>(i);
      const std::size_t locations = layout_.type_of(process).locations.size();
      for (std::size_t k = 0; k < locations && refusal_.empty(); ++k) {
        const auto location = to_id<LocationId>(k);
        const Lit here = both(condition, layout_.at_location(base_, process, location));
        if (here == lit_false) continue;
        std::vector<SymbolicStep> first;
        steps_.list(base_, process, location, false, first);
        for (SymbolicStep& step : first) {
          begun_.push_back({both(here, step.condition), step.firings});
          follow({{}, here, {}}, std::move(step));
        }
      }
    }
  }

  // All ways to go on with this step, one after the other without recursion: paths can be long.
  void follow(Path path, SymbolicStep first) {
    std::vector<std::pair<Path, SymbolicStep>> open;
    open.emplace_back(std::move(path), std::move(first));
    while (!open.empty() && refusal_.empty()) {
      auto [before, step] = std::move(open.back());
      open.pop_back();
      const Lit condition = both(before.condition, step.condition);
      if (condition == lit_false) continue;
      Path now = std::move(before);
      now.condition = condition;
      for (SymbolicFiring& firing : step.firings) now.firings.push_back(std::move(firing));
      now.outcome.add(model_.circuit, step.outcome);
      const bool has_ended =
          layout_.can_end(step.process) && layout_.is_alive(step.image, step.process) == lit_false;
      if (step.then == Action::Then::Ends || has_ended) {
        finish(now, step.image);
      } else {
        pass_through(std::move(now), std::move(step), open);
      }
    }
  }

  void pass_through(Path path, SymbolicStep step,
                    std::vector<std::pair<Path, SymbolicStep>>& open) {
    fail(path);
    path.condition = both(path.condition, !path.outcome.fails);
    path.outcome.fails = lit_false;
    if (path.condition == lit_false) return;
    if (path.firings.size() > path_steps_max || too_large()) {
      return refuse("an atomic sequence of '{}' is too long to be followed for all states at once",
                    layout_.type_of(step.process).name);
    }
    const bool must_go_on = step.then == Action::Then::MustGoOn;
    std::vector<SymbolicStep> next;
    within_.set_depth(path.firings.size());
    within_.list(step.image, step.process, step.location, must_go_on, next);
    Lit goes_on = lit_false;
    for (const SymbolicStep& one : next) goes_on = either(goes_on, one.condition);
    Path stopped = path;
    stopped.condition = both(stopped.condition, !goes_on);
    if (must_go_on) {
      stopped.outcome.fails = lit_true;
      fail(stopped);
    } else {
      finish(stopped, step.image);
    }
    // The first shall be taken first.
    for (auto one = next.rbegin(); one != next.rend(); ++one) {
      open.emplace_back(path, std::move(*one));
    }
  }

  void fail(const Path& path) {
    const Lit failing = both(path.condition, path.outcome.fails);
    if (failing == lit_false) return;
    join_claim(path.firings, failing, lit_true, path.outcome.breaks_assertion, nullptr);
  }

  void finish(const Path& path, const SymbolicImage& image) {
    fail(path);
    const Lit arrives = both(path.condition, !path.outcome.fails);
    if (arrives == lit_false) return;
    arrived_.push_back({arrives, path.firings});
    join_claim(path.firings, arrives, lit_false, path.outcome.breaks_assertion, &image);
  }

  // --- synchronous

  // What one process would write: the condition for it, and the value.
  struct Write {
    Lit condition;
    CircuitNumber word;
  };
  struct Part {
    SymbolicFiring firing;
    Lit condition;
    Lit fails;
    std::map<std::uint32_t, Write> writes;
  };

  void synchronous() {
    std::vector<std::vector<Part>> parts;
    Lit blocked = layout_.process_count() == 0 ? lit_true : lit_false;
    for (std::size_t i = 0; i < layout_.process_count(); ++i) {
      parts.push_back(parts_of(to_id<ProcessId>(i)));
      Lit can_act = lit_false;
      for (const Part& part : parts.back()) can_act = either(can_act, part.condition);
      blocked = either(blocked, !can_act);
    }
    begun_.push_back({!blocked, {}});
    std::vector<const Part*> chosen;
    if (blocked != lit_true) combine(parts, 0, lit_true, chosen);
  }

  std::vector<Part> parts_of(ProcessId process) {
    std::vector<Part> parts;
    const auto& outgoing = layout_.outgoing()[layout_.part(process).type];
    for (std::size_t k = 0; k < outgoing.size(); ++k) {
      const Lit here = layout_.at_location(base_, process, to_id<LocationId>(k));
      for (const ActionId id : outgoing[to_id<LocationId>(k)]) {
        Part part = part_of(process, id);
        part.condition = both(part.condition, here);
        if (part.condition != lit_false) parts.push_back(std::move(part));
      }
    }
    return parts;
  }

  Part part_of(ProcessId process, ActionId id) {
    const Action& action = source_.actions[id];
    SymbolicView look;
    look.image = &base_;
    look.self = process;
    const SymbolicTruth guard = SymbolicEvaluator(layout_, look).truth(action.guard);
    Part part{{process, id, {}}, either(guard.value, guard.fails), guard.fails, {}};
    SymbolicImage changed = base_;
    look.image = &changed;
    const auto write = [&](std::uint32_t offset, Lit condition) {
      Write& known = part.writes.try_emplace(offset, Write{lit_false, {}}).first->second;
      known.condition = either(known.condition, condition);
    };
    const std::uint32_t location = layout_.part(process).offset;
    changed.set(location, layout_.words().constant(static_cast<Value>(to_index(action.to))));
    write(location, lit_true);
    for (const Instruction& step : action.effect) {
      const SymbolicAddress target = SymbolicEvaluator(layout_, look).address(step.target);
      for (const auto& at : target.candidates) write(at.offset, at.condition);
      const SymbolicOutcome outcome = run_effect(layout_, changed, look, {&step, 1}, false);
      part.fails = either(part.fails, outcome.fails);
    }
    for (auto& [offset, written] : part.writes) written.word = changed.at(offset);
    return part;
  }

  void combine(const std::vector<std::vector<Part>>& parts, std::size_t position, Lit condition,
               std::vector<const Part*>& chosen) {
    if (condition == lit_false || !refusal_.empty()) return;
    if (too_large()) return refuse("too many combinations of actions move at once");
    if (position == parts.size()) return finish_combination(condition, chosen);
    for (const Part& part : parts[position]) {
      chosen.push_back(&part);
      combine(parts, position + 1, both(condition, part.condition), chosen);
      chosen.pop_back();
    }
  }

  void finish_combination(Lit condition, const std::vector<const Part*>& chosen) {
    Path path;
    path.condition = condition;
    SymbolicImage image = base_;
    written_.clear();
    for (const Part* part : chosen) {
      path.firings.push_back(part->firing);
      path.outcome.fails = either(path.outcome.fails, part->fails);
      for (const auto& [offset, write] : part->writes) {
        if (offset < source_.globals.value_count) {
          Lit& before = written_.try_emplace(offset, lit_false).first->second;
          path.outcome.fails = either(path.outcome.fails, both(before, write.condition));
          before = either(before, write.condition);
        }
        image.set(offset, layout_.words().choose(write.condition, write.word, image.at(offset)));
      }
    }
    finish(path, image);
    written_.clear();
  }

  // --- the claim

  void join_claim(const std::vector<SymbolicFiring>& firings, Lit condition, Lit fails,
                  Lit breaks_assertion, const SymbolicImage* image) {
    if (!source_.claim) return emit({firings, condition, breaks_assertion}, fails, image);
    const auto& outgoing = layout_.outgoing()[source_.claim->type];
    for (std::size_t k = 0; k < outgoing.size(); ++k) {
      const Lit here = both(condition, layout_.at_location(base_, claim_id, to_id<LocationId>(k)));
      if (here == lit_false) continue;
      for (const ActionId id : outgoing[to_id<LocationId>(k)]) {
        join_action(firings, id, here, fails, breaks_assertion, image);
      }
    }
  }

  void join_action(std::vector<SymbolicFiring> firings, ActionId id, Lit condition, Lit fails,
                   Lit breaks_assertion, const SymbolicImage* image) {
    const Action& action = source_.actions[id];
    SymbolicView look;
    look.image = &base_;
    look.self = claim_id;
    look.timeout = timeout_;
    look.is_enabled = [this](const SymbolicImage& asked, ProcessId process) {
      return SymbolicSteps(layout_).is_enabled(asked, process);
    };
    const SymbolicTruth guard = SymbolicEvaluator(layout_, look).truth(action.guard);
    condition = both(condition, either(guard.value, guard.fails));
    if (condition == lit_false) return;
    firings.push_back({claim_id, id, {}});
    // What the system does by itself leads nowhere: that is no failure of the claim.
    if (fails == lit_true) {
      return emit({firings, condition, breaks_assertion}, lit_true, nullptr);
    }
    fails = either(fails, guard.fails);
    SymbolicImage joined = *image;
    if (source_.composition == Composition::Synchronous) {
      fails = either(fails, take_part(id, joined));
    } else {
      joined.set(layout_.part(claim_id).offset,
                 layout_.words().constant(static_cast<Value>(to_index(action.to))));
      look.image = &joined;
      const SymbolicOutcome outcome =
          run_effect(layout_, joined, look, action.effect, action.is_simultaneous);
      fails = either(fails, outcome.fails);
      breaks_assertion = either(breaks_assertion, outcome.breaks_assertion);
    }
    emit({firings, both(condition, fails), breaks_assertion, true}, lit_true, nullptr);
    emit({firings, both(condition, !fails), breaks_assertion}, lit_false, &joined);
  }

  // The claim as one of those who move at once: its effect is computed from the source state.  Returns where
  // that fails.
  Lit take_part(ActionId id, SymbolicImage& joined) {
    const Part part = part_of(claim_id, id);
    Lit fails = part.fails;
    for (const auto& [offset, write] : part.writes) {
      const auto other = written_.find(offset);
      if (other != written_.end()) fails = either(fails, both(other->second, write.condition));
      joined.set(offset, layout_.words().choose(write.condition, write.word, joined.at(offset)));
    }
    return fails;
  }

  // Where the system comes to no other state the claim goes on alone.
  void stutter() {
    if (!model_.can_arrive) {
      return refuse("the choices of a move have too many combinations for a claim to watch");
    }
    join_claim({}, !*model_.can_arrive, lit_false, lit_false, &base_);
  }

  struct Taken {
    const std::vector<SymbolicFiring>& firings;
    Lit condition;
    Lit breaks_assertion;
    bool claim_fails = false;
  };

  void emit(const Taken& taken, Lit fails, const SymbolicImage* image) {
    const auto& [firings, condition, breaks_assertion, claim_fails] = taken;
    if (condition == lit_false || !refusal_.empty()) return;
    if (model_.moves.size() + model_.failures.size() >= moves_max || too_large()) {
      return refuse("the model has too many moves to be followed for all states at once");
    }
    SymbolicMove move;
    move.firings = firings;
    move.enabled = condition;
    if (fails == lit_true) {
      move.breaks_assertion = both(condition, breaks_assertion);
      move.claim_fails = claim_fails;
      model_.failures.push_back(std::move(move));
      return;
    }
    SymbolicLayout::Changes changes = layout_.changes_of(*image);
    move.enabled = both(condition, changes.fit);
    move.updates = std::move(changes.updates);
    move.assignments = std::move(changes.assignments);
    move.breaks_assertion = both(move.enabled, breaks_assertion);
    if (move.enabled != lit_false) model_.moves.push_back(std::move(move));
  }

  // --- states

  void make_initial() {
    std::vector<Lit> conditions{model_.valid};
    for (const SymbolicValue& value : model_.values) {
      if (layout_.is_free()[value.offset]) continue;
      const CircuitNumber wanted = layout_.words().constant(layout_.first().values[value.offset]);
      conditions.push_back(layout_.words().equal(base_.at(value.offset), wanted));
    }
    SymbolicView look;
    look.image = &base_;
    const SymbolicTruth wanted = SymbolicEvaluator(layout_, look).truth(source_.initial_condition);
    conditions.push_back(wanted.value);
    model_.initial = model_.circuit.all(conditions);
  }

  struct Chosen {
    Lit condition;
    std::vector<SymbolicFiring> firings;
  };

  void make_ends() {
    model_.can_move = some_choice(begun_);
    model_.can_arrive = some_choice(arrived_);
  }

  // Some of the conditions is true for some values of the choices.
  std::optional<Lit> some_choice(const std::vector<Chosen>& conditions) {
    Lit some = lit_false;
    for (const Chosen& one : conditions) {
      const auto found = some_choice(one);
      if (!found) return std::nullopt;
      some = either(some, *found);
    }
    return some;
  }

  std::optional<Lit> some_choice(const Chosen& chosen) {
    std::vector<std::pair<CircuitNumber, Range>> words;
    std::uint64_t combinations = 1;
    for (const SymbolicFiring& firing : chosen.firings) {
      const Action& action = source_.actions[firing.action];
      for (std::size_t i = 0; i < action.choices.size(); ++i) {
        const Range range = source_.choices.slots[action.choices[i]].type.range;
        words.emplace_back(firing.choices[i], range);
        combinations = std::min(combinations * (range.span() + 1), combinations_max + 1);
      }
    }
    if (words.empty()) return chosen.condition;
    if (combinations > combinations_max) return std::nullopt;
    Lit some = lit_false;
    for (std::uint64_t k = 0; k < combinations; ++k) {
      const std::uint32_t before = model_.circuit.node_count();
      Rewiring fixed(model_.circuit, model_.circuit);
      std::uint64_t rest = k;
      for (const auto& [word, range] : words) {
        const std::uint64_t count = range.span() + 1;
        const auto value = static_cast<Value>(range.low + static_cast<std::int64_t>(rest % count));
        rest /= count;
        const CircuitNumber wanted = layout_.words().constant(value);
        for (std::size_t i = 0; i < word.width(); ++i) {
          if (!is_constant(word.bits[i])) fixed.set(word.bits[i], wanted.bit(i));
        }
      }
      some = either(some, fixed(chosen.condition));
      rewired_ += model_.circuit.node_count() - before;
      if (rewired_ > rewired_max) return std::nullopt;
      if (some == lit_true) break;
    }
    return some;
  }

  void make_marks() {
    Lit proper = lit_true;
    for (std::size_t i = 0; i < layout_.process_count(); ++i) {
      const auto process = to_id<ProcessId>(i);
      const auto& locations = layout_.type_of(process).locations;
      Lit at_end = !layout_.is_alive(base_, process);
      for (std::size_t k = 0; k < locations.size(); ++k) {
        if (!locations[to_id<LocationId>(k)].is_end) continue;
        at_end = either(at_end, layout_.at_location(base_, process, to_id<LocationId>(k)));
      }
      proper = both(proper, at_end);
    }
    model_.proper_end = proper;
    make_accepting();
    make_assertions();
  }

  void make_accepting() {
    if (!source_.claim) return;
    const auto& locations = layout_.type_of(claim_id).locations;
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (!locations[to_id<LocationId>(k)].accepting) continue;
      model_.accepting =
          either(model_.accepting, layout_.at_location(base_, claim_id, to_id<LocationId>(k)));
    }
  }

  void make_assertions() {
    for (const Assertion& assertion : source_.assertions) {
      for (std::size_t i = 0; i < layout_.process_count(); ++i) {
        const auto process = to_id<ProcessId>(i);
        if (layout_.part(process).type != assertion.owner) continue;
        SymbolicView look;
        look.image = &base_;
        look.self = process;
        const SymbolicTruth holds = SymbolicEvaluator(layout_, look).truth(assertion.expr);
        const Lit here = layout_.at_location(base_, process, assertion.location);
        model_.location_assertion_fails =
            either(model_.location_assertion_fails, both(here, !holds.value));
      }
    }
  }

  bool too_large() const { return model_.circuit.node_count() > nodes_max; }

  template <class... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    if (refusal_.empty()) refusal_ = fmt::format(format, std::forward<Args>(args)...);
  }

  const Model& source_;
  SymbolicLayout& layout_;
  SymbolicModel& model_;
  const SymbolicImage base_;
  SymbolicSteps::Inputs inputs_;
  SymbolicSteps steps_;
  SymbolicSteps within_;  // inside a move nobody has waited, and no commitment counts
  Lit timeout_ = lit_false;
  std::vector<Chosen> begun_;             // first steps of moves, failing ones too
  std::vector<Chosen> arrived_;           // moves that lead to a state
  std::map<std::uint32_t, Lit> written_;  // synchronous: what the system writes of the globals
  std::uint64_t rewired_ = 0;
  std::string refusal_;
};

}  // namespace

// What is needed to read more of the model into the circuit, and states out of it.
class SymbolicReader {
 public:
  SymbolicReader(const Model& source, SymbolicModel& model)
      : layout(source, model), base(layout.base()) {}

  SymbolicLayout layout;
  SymbolicImage base;
};

Symbolic symbolic_model(const Model& model, Notes notes) {
  Symbolic result;
  result.refusal = refusal_of(model);
  if (!result.refusal.empty()) return result;
  result.model = std::make_shared<SymbolicModel>();
  if (notes == Notes::Terms) result.model->terms = std::make_shared<Terms>();
  result.reader = std::make_shared<SymbolicReader>(model, *result.model);
  result.refusal = SymbolicMaker(model, result.reader->layout, *result.model).run();
  if (!result.refusal.empty()) result.model.reset();
  return result;
}

SymbolicTruth Symbolic::truth_of(ExprId expr) const {
  SymbolicLayout& layout = reader->layout;
  SymbolicView look;
  look.image = &reader->base;
  look.is_enabled = [&layout](const SymbolicImage& asked, ProcessId process) {
    return SymbolicSteps(layout).is_enabled(asked, process);
  };
  return SymbolicEvaluator(layout, look).truth(expr);
}

State Symbolic::state_of(const std::vector<bool>& bits) const {
  return reader->layout.state_of(bits);
}

std::vector<bool> Symbolic::bits_of(const State& state) const {
  return reader->layout.bits_of(state);
}

std::vector<Firing> Symbolic::firings_of(const SymbolicMove& move,
                                         const std::vector<bool>& values) const {
  std::unordered_map<std::uint32_t, bool> value_of;
  for (std::size_t i = 0; i < model->inputs.size(); ++i) {
    value_of[node_of(model->inputs[i])] = values[i];
  }
  const Model& source = reader->layout.source();
  std::vector<Firing> firings;
  for (const SymbolicFiring& firing : move.firings) {
    const Action& action = source.actions[firing.action];
    std::vector<Value> chosen(source.choices.value_count, 0);
    for (std::size_t i = 0; i < action.choices.size(); ++i) {
      std::uint32_t number = 0;
      for (std::size_t k = 0; k < 32; ++k) {
        const Lit bit = firing.choices[i].bit(k);
        const bool is_set =
            is_constant(bit) ? bit == lit_true : value_of.at(node_of(bit)) != is_negated(bit);
        if (is_set) number |= 1U << k;
      }
      chosen[source.choices.slots[action.choices[i]].offset] = static_cast<Value>(number);
    }
    firings.push_back({firing.process, firing.action, combination_of(source, action, chosen)});
  }
  return firings;
}

}  // namespace clew
