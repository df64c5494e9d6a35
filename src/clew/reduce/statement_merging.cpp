#include "clew/reduce/statement_merging.hpp"

#include <algorithm>
#include <utility>

#include "clew/model/intervals.hpp"
#include "clew/reduce/control_flow.hpp"

namespace clew {

namespace {

class Joiner {
 public:
  explicit Joiner(Model& model) : model_(model) {
    for (const ProcessType& type : model.process_types) {
      seen_slots_.emplace_back(type.frame.slots.size(), false);
      seen_locations_.emplace_back(type.locations.size(), false);
    }
    for (const Expr& expr : model.exprs) note_looks(expr);
    for (const Action& action : model.actions) {
      for (const Instruction& step : action.effect) note_looks(step.target);
      for (const ReceiveItem& item : action.communication.items) note_looks(item.target);
    }
    for (const Assertion& assertion : model.assertions) {
      seen_locations_[to_index(assertion.owner)][to_index(assertion.location)] = true;
    }
    for (const Channel& channel : model.channels) {
      has_rendezvous_ = has_rendezvous_ || channel.is_rendezvous();
    }
  }

  void run() {
    if (is_watched_everywhere_ || has_committed()) return;
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto type = to_id<ProcessTypeId>(i);
      if (!is_some(model_.process_types[type].provided)) join(type);
    }
  }

 private:
  using Locations = std::vector<bool>;  // of one process type

  bool has_committed() const {
    return std::any_of(model_.process_types.begin(), model_.process_types.end(),
                       [](const ProcessType& type) {
                         return std::any_of(type.locations.begin(), type.locations.end(),
                                            [](const Location& each) { return each.committed; });
                       });
  }

  // --- what others, and questions, look at

  void note_looks(const Expr& expr) {
    switch (expr.op) {
      case Op::LocationNumber:
      case Op::Enabled:
      case Op::NonProgress:
      case Op::Accepting: is_watched_everywhere_ = true; return;
      case Op::AtLocation: return note_location(expr);
      default: return note_looks(expr.place);
    }
  }

  void note_location(const Expr& expr) {
    for (Locations& each : seen_locations_) {
      if (to_index(expr.location) < each.size()) each[to_index(expr.location)] = true;
    }
  }

  // Whatever type it is of.
  void note_looks(const Place& place) {
    if (place.scope != Scope::Process && place.scope != Scope::Numbered) return;
    if (!is_some(place.slot)) return;
    for (std::vector<bool>& each : seen_slots_) {
      if (to_index(place.slot) < each.size()) each[to_index(place.slot)] = true;
    }
  }

  // --- steps that are about nothing else

  bool is_own(ExprId id, ProcessTypeId self) const {
    if (!is_some(id)) return true;
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Exists:
      case Op::IsYoungest:
      case Op::ProcessCount:
      case Op::Timeout:
      case Op::Enabled:
      case Op::AtLocation:
      case Op::LocationNumber:
      case Op::NonProgress:
      case Op::Accepting:
      case Op::Length:
      case Op::IsFull:
      case Op::IsEmpty:
      case Op::Poll: return false;
      case Op::Read:
        if (expr.place.scope != Scope::Self && expr.place.scope != Scope::Constant) return false;
        break;
      default: break;
    }
    const std::vector<ExprId> operands = operands_of(expr);
    return is_own(expr.place.index, self) && !is_some(expr.place.owner) &&
           std::all_of(operands.begin(), operands.end(),
                       [&](ExprId each) { return is_own(each, self); });
  }

  // About own values, with a value in every state.
  bool is_own_value(ExprId id, ProcessTypeId self) const {
    return !is_some(id) || (is_own(id, self) && !can_fail(model_, id, self));
  }

  bool is_own(const Instruction& step, ProcessTypeId self) const {
    if (step.kind == Instruction::Kind::Print) {
      return std::all_of(step.arguments.begin(), step.arguments.end(),
                         [&](ExprId each) { return is_own_value(each, self); });
    }
    if (step.kind != Instruction::Kind::Assign || step.target.scope != Scope::Self) return false;
    if (seen_slots_[to_index(self)][to_index(step.target.slot)]) return false;
    return is_own_value(step.value, self) && is_own_value(step.target.index, self) &&
           is_inside(step.target, self) && fits(step, self);
  }

  bool is_inside(const Place& place, ProcessTypeId self) const {
    if (!is_some(place.index)) return true;
    const auto last = static_cast<Value>(model_.slot_of(place, self).length) - 1;
    return lies_within(interval_of(model_, place.index, self), {0, last});
  }

  bool fits(const Instruction& step, ProcessTypeId self) const {
    const ValueType& type = model_.slot_of(step.target, self).type;
    return !type.is_reference() && (type.overflow == Overflow::Wrap ||
                                    lies_within(interval_of(model_, step.value, self), type.range));
  }

  bool is_own(const Action& action) const {
    const Locations& seen = seen_locations_[to_index(action.owner)];
    return action.communication.kind == Communication::Kind::None && action.choices.empty() &&
           action.then == Action::Then::Ends && action.alternative == 0 && action.escape == 0 &&
           !seen[to_index(action.from)] && !seen[to_index(action.to)] &&
           is_own_value(action.guard, action.owner) &&
           std::all_of(action.effect.begin(), action.effect.end(),
                       [&](const Instruction& step) { return is_own(step, action.owner); });
  }

  // --- joining

  void join(ProcessTypeId type) {
    const std::size_t count = model_.process_types[type].locations.size();
    Locations passing(count, false);
    std::vector<std::vector<LocationId>> targets(count);
    for (const Action& action : model_.actions) {
      if (action.owner != type) continue;
      std::vector<LocationId>& leaving = targets[to_index(action.from)];
      if (leaving.empty()) passing[to_index(action.from)] = true;
      leaving.push_back(action.to);
    }
    for (const Action& action : model_.actions) {
      if (action.owner == type && !is_own(action)) passing[to_index(action.from)] = false;
    }
    open_cycles(targets, passing);
    for (Action& action : model_.actions) {
      if (action.owner == type && passing[to_index(action.to)] && can_go_on(action)) {
        action.then = Action::Then::GoesOn;
      }
    }
  }

  // A move comes to an end: on every cycle there is a location that it does not pass.
  static void open_cycles(const std::vector<std::vector<LocationId>>& targets, Locations& passing) {
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> marks(targets.size(), Mark::New);
    struct Frame {
      std::size_t location;
      std::size_t next = 0;
    };
    for (std::size_t start = 0; start < targets.size(); ++start) {
      if (!passing[start] || marks[start] != Mark::New) continue;
      std::vector<Frame> stack{{start}};
      marks[start] = Mark::Open;
      while (!stack.empty()) {
        Frame& top = stack.back();
        if (top.next == targets[top.location].size()) {
          marks[top.location] = Mark::Done;
          stack.pop_back();
          continue;
        }
        const std::size_t target = to_index(targets[top.location][top.next++]);
        if (!passing[target]) continue;
        if (marks[target] == Mark::Open) passing[target] = false;
        if (marks[target] != Mark::New) continue;
        marks[target] = Mark::Open;
        stack.push_back({target});
      }
    }
  }

  // After a rendezvous it is said elsewhere who goes on.
  bool can_go_on(const Action& action) const {
    if (action.then != Action::Then::Ends) return false;
    if (ends_process(action)) return false;
    if (!has_rendezvous_ || action.communication.kind == Communication::Kind::None) return true;
    const ChannelId channel = model_.fixed_channel(action.communication);
    return is_some(channel) && !model_.channels[channel].is_rendezvous();
  }

  Model& model_;
  std::vector<std::vector<bool>> seen_slots_;  // by process type: somebody else looks at them
  std::vector<Locations> seen_locations_;      // the same
  bool is_watched_everywhere_ = false;
  bool has_rendezvous_ = false;
};

}  // namespace

Model merge_statements(Model model) {
  if (!model.claim && model.composition == Composition::Asynchronous) Joiner(model).run();
  return model;
}

bool differ_in_moves(const Model& model, const Model& joined) {
  return !std::equal(model.actions.begin(), model.actions.end(), joined.actions.begin(),
                     [](const Action& a, const Action& b) { return a.then == b.then; });
}

MoveList split_moves(const Model& model, const Model& joined, const MoveList& moves,
                     LastMove last) {
  MoveList split;
  std::size_t seen = 0;  // moves up to the first part of the last one
  for (const std::vector<Firing>& move : moves) {
    split.emplace_back();
    seen = split.size();
    for (std::size_t i = 0; i < move.size(); ++i) {
      split.back().push_back(move[i]);
      const ActionId id = move[i].action;
      const bool is_joined = model.actions[id].then != joined.actions[id].then;
      if (is_joined && i + 1 < move.size()) split.emplace_back();
    }
  }
  if (last == LastMove::FirstPart) split.resize(seen);
  return split;
}

}  // namespace clew
