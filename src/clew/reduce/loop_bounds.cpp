#include "clew/reduce/loop_bounds.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "clew/reduce/control_flow.hpp"
#include "clew/reduce/local_variables.hpp"

namespace clew {

namespace {

using Edges = std::vector<const Action*>;  // of one process type

bool contains(const Edges& edges, const Action* action) {
  return std::find(edges.begin(), edges.end(), action) != edges.end();
}

NextLocations next_of(const Edges& edges) {
  NextLocations next;
  for (const Action* const each : edges) {
    next.resize(std::max({next.size(), to_index(each->from) + 1, to_index(each->to) + 1}));
    next[each->from].push_back(each->to);
  }
  return next;
}

bool is_on_cycle(const Edges& edges, const Action* action) {
  return contains(edges, action) && leads(next_of(edges), action->to, action->from);
}

bool is_any_on_cycle(const Edges& edges, const Edges& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const Action* each) { return is_on_cycle(edges, each); });
}

Edges without(const Edges& edges, const Edges& removed) {
  Edges rest;
  std::copy_if(edges.begin(), edges.end(), std::back_inserter(rest),
               [&](const Action* each) { return !contains(removed, each); });
  return rest;
}

class LoopBounds {
 public:
  LoopBounds(const Model& model, ProcessTypeId type, std::size_t times_max)
      : model_(model), type_(type), times_max_(times_max) {}

  std::size_t times_of(const Action& action) const {
    Edges all;
    for (const Action& each : model_.actions) {
      if (each.owner == type_) all.push_back(&each);
    }
    // Looking for ways takes the square of that.
    constexpr std::size_t edges_max = 256;
    return all.size() > edges_max ? times_max_ : times_within(all, &action);
  }

 private:
  static constexpr Value value_max = 1'000'000;

  // What counts the rounds of a loop.
  struct Counter {
    Edges guards;     // that let it go on as long as the counter is small
    Value limit = 0;  // it is less than this where one of them is taken
    Edges raises;
    Value added = 0;  // by all of them together
  };

  std::size_t times_within(const Edges& edges, const Action* action) const {
    if (!is_on_cycle(edges, action)) return 1;
    Edges loop;
    const NextLocations next = next_of(edges);
    for (const Action* const each : edges) {
      const bool is_in_it =
          leads(next, action->to, each->from) && leads(next, each->to, action->from);
      if (is_in_it) loop.push_back(each);
    }
    const auto& slots = model_.process_types[type_].frame.slots;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto rounds = rounds_of(loop, to_id<SlotId>(i));
      if (!rounds) continue;
      // Between two rounds it is in what is left of the loop.
      const std::size_t within = times_within(without(loop, rounds->second), action);
      return std::min(times_max_, rounds->first * within);
    }
    return times_max_;
  }

  // How often the loop can be gone round, and the guards that say so.
  std::optional<std::pair<std::size_t, Edges>> rounds_of(const Edges& loop, SlotId slot) const {
    const Slot& declared = model_.process_types[type_].frame.slots[slot];
    if (declared.length != 1 || is_written_by_others(model_, slot)) return std::nullopt;
    const auto counter = counter_of(loop, slot);
    if (!counter || counter->guards.empty() || counter->raises.empty()) return std::nullopt;
    // In every round it is raised, and it is not raised twice without a guard in between.
    if (is_any_on_cycle(without(loop, counter->raises), counter->guards)) return std::nullopt;
    if (is_any_on_cycle(without(loop, counter->guards), counter->raises)) return std::nullopt;
    const Range range = declared.type.range;
    const std::int64_t highest = std::int64_t{counter->limit} - 1 + counter->added;
    if (highest > range.high || highest < range.low) return std::nullopt;
    // Before the first guard it may have been raised from anywhere.
    const auto raised = static_cast<std::uint64_t>(highest - range.low) + counter->raises.size();
    if (raised >= times_max_) return std::nullopt;
    return std::pair((raised + 1) * counter->guards.size() + 1, counter->guards);
  }

  std::optional<Counter> counter_of(const Edges& loop, SlotId slot) const {
    Counter counter;
    for (const Action* const each : loop) {
      for (const ReceiveItem& item : each->communication.items) {
        if (is_it(item.target, slot)) return std::nullopt;
      }
      std::size_t writes = 0;
      for (const Instruction& step : each->effect) {
        if (!is_it(step.target, slot)) continue;
        const auto added = step.kind == Instruction::Kind::Assign
                               ? added_to(model_, model_.exprs[step.value], slot)
                               : std::nullopt;
        if (!added || *added > value_max || ++writes > 1) return std::nullopt;
        counter.raises.push_back(each);
        counter.added += *added;
      }
      if (const auto limit = limit_in(each->guard, slot)) {
        counter.guards.push_back(each);
        counter.limit = counter.guards.size() == 1 ? *limit : std::max(counter.limit, *limit);
      }
    }
    return counter;
  }

  static bool is_it(const Place& place, SlotId slot) {
    return place.scope == Scope::Self && place.slot == slot;
  }

  bool is_read(ExprId id, SlotId slot) const {
    return model_.exprs[id].op == Op::Read && is_it(model_.exprs[id].place, slot);
  }

  // A constant that is small enough to be added up.
  std::optional<Value> constant(ExprId id) const {
    const Expr& expr = model_.exprs[id];
    if (expr.op != Op::Constant || expr.constant < -value_max || expr.constant > value_max)
      return std::nullopt;
    return expr.constant;
  }

  // The slot is less than this where the guard is true.
  std::optional<Value> limit_in(ExprId guard, SlotId slot) const {
    if (!is_some(guard)) return std::nullopt;
    const Expr& expr = model_.exprs[guard];
    switch (expr.op) {
      case Op::And: {
        const auto left = limit_in(expr.left, slot);
        return left ? left : limit_in(expr.right, slot);
      }
      case Op::Less: return is_read(expr.left, slot) ? constant(expr.right) : std::nullopt;
      case Op::LessEqual: {
        const auto limit = is_read(expr.left, slot) ? constant(expr.right) : std::nullopt;
        return limit ? std::optional(*limit + 1) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  const Model& model_;
  ProcessTypeId type_;
  std::size_t times_max_;
};

}  // namespace

std::size_t times_taken(const Model& model, const Action& action, std::size_t times_max) {
  return LoopBounds(model, action.owner, times_max).times_of(action);
}

}  // namespace clew
