#include "clew/model/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "clew/model/initial_states.hpp"
#include "clew/model/symmetry_graph.hpp"

namespace clew {

namespace {

// A wait for ever is where control ends.
bool is_passable(const Model& model, const Action& action) {
  if (!is_some(action.guard)) return true;
  const Expr& guard = model.exprs[action.guard];
  return guard.op != Op::Constant || guard.constant != 0;
}

// Where control can go from each location, looked up once for all questions about a model.
class ControlFlow {
 public:
  explicit ControlFlow(const Model& model) : next_(model.process_types.size()) {
    for (std::size_t i = 0; i < next_.size(); ++i) {
      next_[i].resize(model.process_types[to_id<ProcessTypeId>(i)].locations.size());
    }
    for (const Action& action : model.actions) {
      if (!is_passable(model, action)) continue;
      next_[to_index(action.owner)][to_index(action.from)].push_back(action.to);
    }
  }

  // By location of a process type: whether control can get there from `from`.
  std::vector<bool> locations_behind(ProcessTypeId type, LocationId from) const {
    const auto& next = next_[to_index(type)];
    std::vector<bool> is_behind(next.size(), false);
    std::vector<LocationId> open{from};
    is_behind[to_index(from)] = true;
    while (!open.empty()) {
      const LocationId here = open.back();
      open.pop_back();
      for (const LocationId to : next[to_index(here)]) {
        if (is_behind[to_index(to)]) continue;
        is_behind[to_index(to)] = true;
        open.push_back(to);
      }
    }
    return is_behind;
  }

 private:
  std::vector<std::vector<std::vector<LocationId>>> next_;  // by process type, by location
};

// Looks through everything the processes do for what depends on the number of a process.
class ObstacleFinder {
 public:
  explicit ObstacleFinder(const Model& model)
      : model_(model), several_(types_with_several_processes(model)) {}

  std::optional<SymmetryObstacle> in_model() {
    if (!is_any_several()) return std::nullopt;
    if (model_.claim) note("a claim watches the processes", model_.claim->span);
    if (model_.composition == Composition::Synchronous) note("all processes move at once", {});
    if (!has_fixed_start(model_)) note("there may be several initial states", {});
    const ControlFlow flow(model_);
    std::vector<std::vector<bool>> is_reached;  // by process type, by location
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      look_at_type(id);
      is_reached.push_back(flow.locations_behind(id, model_.process_types[id].initial));
    }
    for (const Action& action : model_.actions) {
      if (is_reached[to_index(action.owner)][to_index(action.from)]) look_at(action);
    }
    for (const Assertion& assertion : model_.assertions) look_at(assertion.expr, assertion.owner);
    return found_;
  }

  std::optional<SymmetryObstacle> in_question(ExprId question) {
    if (is_any_several()) look_at(question, no_id<ProcessTypeId>);
    return found_;
  }

 private:
  bool is_any_several() const {
    return std::find(several_.begin(), several_.end(), true) != several_.end();
  }
  bool is_several(ProcessTypeId type) const { return is_some(type) && several_[to_index(type)]; }
  const std::string& name_of_type(ProcessTypeId type) const {
    return model_.process_types[type].name;
  }
  void note(std::string text, SourceSpan span) {
    if (!found_) found_ = SymmetryObstacle{std::move(text), span};
  }

  void look_at_type(ProcessTypeId id) {
    const ProcessType& type = model_.process_types[id];
    if (is_several(id) && !type.channels.empty()) {
      note(fmt::format("each process '{}' has channels of its own", type.name), type.span);
    }
    look_at(type.provided, id);
    for (const Instruction& step : type.setup) look_at(step, id);
  }

  void look_at(const Action& action) {
    if (found_) return;
    look_at(action.guard, action.owner);
    look_at(action.communication, action.owner);
    for (const Instruction& step : action.effect) {
      look_at(step, action.owner);
      if (found_ && !found_->span.is_known()) found_->span = action.span;
    }
  }

  void look_at(const Instruction& step, ProcessTypeId self) {
    if (step.kind == Instruction::Kind::Terminate && is_several(self)) {
      note(fmt::format("processes '{}' can end, and only the youngest process may",
                       name_of_type(self)),
           step.span);
    }
    if (step.has_target()) look_at(step.target, self);
    look_at(step.value, self);
    for (const ExprId argument : step.arguments) {
      // What is printed is for people, who see traces of real states.  But to compute with a number
      // may fail for one process and not for another.
      const bool is_only_shown =
          step.kind == Instruction::Kind::Print && model_.exprs[argument].op == Op::Self;
      if (!is_only_shown) look_at(argument, self);
    }
  }

  void look_at(const Communication& communication, ProcessTypeId self) {
    if (communication.kind == Communication::Kind::None) return;
    look_at(communication.channel, self);
    for (const ExprId value : communication.values) look_at(value, self);
    for (const ReceiveItem& item : communication.items) {
      if (item.kind == ReceiveItem::Kind::Store) look_at(item.target, self);
      look_at(item.value, self);
    }
  }

  void look_at(const Place& place, ProcessTypeId self) {
    const bool names_process = place.scope == Scope::Process || place.scope == Scope::Numbered;
    const ProcessTypeId named =
        place.scope == Scope::Process ? model_.processes[place.process].type : place.type;
    if (names_process && is_several(named)) {
      note(fmt::format("one of several processes '{}' is asked about", name_of_type(named)),
           place.span);
    }
    look_at(place.owner, self);
    look_at(place.index, self);
  }

  void look_at(ExprId id, ProcessTypeId self) {
    if (!is_some(id) || found_) return;
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Self:
        if (is_several(self)) {
          note(fmt::format("processes '{}' know their number, _pid", name_of_type(self)),
               expr.span);
        }
        break;
      case Op::Exists:
      case Op::Enabled:
      case Op::LocationNumber: note("a process is asked for by its number", expr.span); break;
      case Op::Read:
      case Op::AtLocation: look_at(expr.place, self); break;
      case Op::Poll: look_at(model_.polls[expr.poll], self); break;
      default: break;
    }
    for (const ExprId operand : operands_of(expr)) look_at(operand, self);
  }

  const Model& model_;
  std::vector<bool> several_;
  std::optional<SymmetryObstacle> found_;
};

}  // namespace

std::vector<bool> types_with_several_processes(const Model& model) {
  constexpr unsigned several = 2;
  std::vector<unsigned> at_first(model.process_types.size(), 0);
  for (const Process& process : model.processes) ++at_first[to_index(process.type)];
  struct Site {  // where processes are started
    ProcessTypeId owner;
    ProcessTypeId started;
    bool may_repeat;
  };
  const ControlFlow flow(model);
  std::vector<Site> sites;
  for (const Action& action : model.actions) {
    for (const Instruction& step : action.effect) {
      if (step.kind != Instruction::Kind::Start) continue;
      const bool may_repeat = flow.locations_behind(action.owner, action.to)[to_index(action.from)];
      sites.push_back({action.owner, step.process_type, may_repeat});
    }
  }
  // Numbers only grow and end at two, so this comes to rest.
  std::vector<unsigned> count = at_first;
  for (bool changes = true; changes;) {
    std::vector<unsigned> next = at_first;
    for (const Site& site : sites) {
      const unsigned owners = count[to_index(site.owner)];
      const unsigned more = owners == 0 ? 0 : (site.may_repeat || owners >= several ? several : 1);
      next[to_index(site.started)] = std::min(several, next[to_index(site.started)] + more);
    }
    for (unsigned& number : next) number = std::min(number, several);
    changes = next != count;
    count = std::move(next);
  }
  std::vector<bool> result;
  for (const unsigned number : count) result.push_back(number >= several);
  return result;
}

std::optional<SymmetryObstacle> symmetry_obstacle(const Model& model) {
  return ObstacleFinder(model).in_model();
}

std::optional<SymmetryObstacle> symmetry_obstacle(const Model& model, ExprId question) {
  return ObstacleFinder(model).in_question(question);
}

Symmetry::Symmetry(const Model& model)
    : model_(model), layout_(model), is_exchangeable_(types_with_several_processes(model)) {}

std::vector<std::vector<std::uint32_t>> Symmetry::groups_of(const State& state) const {
  std::vector<std::vector<std::uint32_t>> groups(is_exchangeable_.size());
  for (std::uint32_t i = 0; i < state.process_count(); ++i) {
    const std::size_t type = to_index(state.shape->processes[i].type);
    if (is_exchangeable_[type]) groups[type].push_back(i);
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

State Symmetry::representative(const State& state) const {
  const auto groups = groups_of(state);
  if (groups.empty()) return state;
  return SymmetryGraph(model_, layout_, state, groups).smallest();
}

State Symmetry::sorted_by_location(const State& state) const {
  const auto groups = groups_of(state);
  State next = state;
  for (const std::vector<std::uint32_t>& group : groups) {
    std::vector<std::uint32_t> sorted = group;
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
      return state.location_of(to_id<ProcessId>(a)) < state.location_of(to_id<ProcessId>(b));
    });
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto& from = state.shape->processes[sorted[i]];
      const auto& to = state.shape->processes[group[i]];
      std::copy_n(state.values.begin() + from.offset,
                  1 + model_.process_types[from.type].frame.value_count,
                  next.values.begin() + to.offset);
    }
  }
  return groups.empty() ? next : with_canonical_heap(model_, layout_, next);
}

}  // namespace clew
