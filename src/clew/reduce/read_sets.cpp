#include "clew/reduce/read_sets.hpp"

namespace clew {

void ReadSets::read(ExprId id, ActorId self, Access& out) const {
  if (!is_some(id)) return;
  const Expr& expr = model_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return;
    case Op::Read: return read_place(expr.place, self, out);
    case Op::AtLocation: read_location(expr, self, out); break;
    case Op::Exists:
    case Op::IsYoungest:
    case Op::ProcessCount: out.shared.add(parts_.processes()); break;
    case Op::Timeout:
    case Op::Enabled: out.everything = true; break;
    case Op::LocationNumber:
      out.shared.add(parts_.processes());
      read_locations([](const Location&) { return true; }, out);
      break;
    case Op::NonProgress:
      read_locations([](const Location& each) { return each.is_progress; }, out);
      break;
    case Op::Accepting:
      read_locations([](const Location& each) { return each.accepting; }, out);
      break;
    case Op::OwnChannel: break;
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty:
      for_each_line(expr.left, self, [&](Line line) { add_both(line, out); });
      break;
    case Op::Poll: read_poll(model_.polls[expr.poll], self, out); break;
    default: break;
  }
  read(expr.left, self, out);
  read(expr.right, self, out);
  read(expr.third, self, out);
}

std::optional<Value> ReadSets::constant(ExprId id, ActorId self) const {
  if (!is_some(id)) return std::nullopt;
  const Expr& expr = model_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return expr.constant;
    case Op::Self:
      if (!is_some(self) || !is_some(actors_[self].process)) return std::nullopt;
      return static_cast<Value>(to_index(actors_[self].process));
    case Op::Read: return constant(expr.place, self);
    case Op::Bounded: return constant(expr.left, self);
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::Modulo: {
      const auto left = constant(expr.left, self);
      const auto right = constant(expr.right, self);
      return left && right ? computed(expr.op, *left, *right) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::optional<Value> ReadSets::computed(Op op, std::int64_t left, std::int64_t right) {
  std::int64_t value = 0;
  switch (op) {
    case Op::Add: value = left + right; break;
    case Op::Subtract: value = left - right; break;
    case Op::Multiply: value = left * right; break;
    default:
      if (right == 0) return std::nullopt;
      value = op == Op::Divide ? left / right : left % right;
  }
  if (value < full_range.low || value > full_range.high) return std::nullopt;
  return static_cast<Value>(value);
}

std::optional<Value> ReadSets::constant(const Place& place, ActorId self) const {
  const auto element = element_of(place, self);
  if (!element || is_some(place.owner)) return std::nullopt;
  if (place.scope == Scope::Global) return constants_.global(place.slot, *element);
  if (place.scope != Scope::Self || !is_some(self)) return std::nullopt;
  return constants_.own(self, place.slot, *element);
}

std::optional<std::uint32_t> ReadSets::element_of(const Place& place, ActorId self) const {
  if (!is_some(place.index)) return 0;
  const auto index = constant(place.index, self);
  if (!index || *index < 0) return std::nullopt;
  return static_cast<std::uint32_t>(*index);
}

void ReadSets::add_place(const Place& place, ActorId self, Access& out) const {
  switch (place.scope) {
    case Scope::Constant:
    case Scope::Choice: return;  // no part of the state
    case Scope::Global: return parts_.add_global(place.slot, element_of(place, self), out.shared);
    case Scope::Object: return out.shared.add(parts_.heap());
    case Scope::Self:
      if (is_some(self)) return out.own.add(parts_.local(self, place.slot));
      return;  // the claim's own
    case Scope::Process:
      if (place.process == claim_id) return;
      for_each_actor_of(place.process, [&](ActorId actor) {
        out.shared.add(parts_.local(actor, place.slot));
        if (actor == self) out.own.add(parts_.local(actor, place.slot));
      });
      return;
    case Scope::Numbered:
      out.shared.add(parts_.processes());
      for (std::size_t i = 0; i < actors_.size(); ++i) {
        const auto actor = to_id<ActorId>(i);
        if (actors_[actor].type != place.type) continue;
        out.shared.add(parts_.local(actor, place.slot));
        if (actor == self) out.own.add(parts_.local(actor, place.slot));
      }
      return;
  }
}

void ReadSets::read_place(const Place& place, ActorId self, Access& out) const {
  add_place(place, self, out);
  read(place.index, self, out);
  read(place.owner, self, out);
}

void ReadSets::read_location(const Expr& expr, ActorId self, Access& out) const {
  const Place& place = expr.place;
  const auto add = [&](ActorId actor) {
    out.shared.add(parts_.at(actor, expr.location));
    if (actor == self) out.own.add(parts_.at(actor, expr.location));
  };
  switch (place.scope) {
    case Scope::Self:
      if (is_some(self)) add(self);
      return;
    case Scope::Process:
      if (place.process != claim_id) for_each_actor_of(place.process, add);
      return;
    default: break;
  }
  out.shared.add(parts_.processes());
  read(place.owner, self, out);
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const auto actor = to_id<ActorId>(i);
    const std::size_t locations = model_.process_types[actors_[actor].type].locations.size();
    if (is_some(place.type) && actors_[actor].type != place.type) continue;
    if (to_index(expr.location) < locations) add(actor);
  }
}

const std::set<ChannelId>* ReadSets::given_channels(const Expr& expr, ActorId self) const {
  const Place& place = expr.place;
  if (expr.op != Op::Read || place.scope != Scope::Self || !is_some(self)) return nullptr;
  const auto [known, is_new] = given_.try_emplace({self, place.slot});
  if (is_new) known->second = find_given(self, place.slot);
  return known->second ? &*known->second : nullptr;
}

std::optional<std::set<ChannelId>> ReadSets::find_given(ActorId self, SlotId slot) const {
  const ProcessType& type = model_.process_types[actors_[self].type];
  const Slot& declared = type.frame.slots[slot];
  std::set<ChannelId> given;
  // What it is not given it gets from whoever starts it, or brings along; 0 is no channel.
  if (!declared.type.is_channel || declared.length != 1 || to_index(slot) < type.parameter_count ||
      declared.initial.front() != 0) {
    return std::nullopt;
  }
  const auto is_it = [&](const Place& place) {
    return place.scope == Scope::Self && place.slot == slot;
  };
  const auto may_be_it = [&](const Place& place) {
    return (place.scope == Scope::Process || place.scope == Scope::Numbered) && place.slot == slot;
  };
  for (const Instruction& step : type.setup) {
    if (is_it(step.target)) return std::nullopt;
  }
  for (const Action& action : model_.actions) {
    const bool is_mine = action.owner == actors_[self].type;
    for (const ReceiveItem& item : action.communication.items) {
      if (may_be_it(item.target) || (is_mine && is_it(item.target))) return std::nullopt;
    }
    for (const Instruction& step : action.effect) {
      if (may_be_it(step.target)) return std::nullopt;
      if (!is_mine || !is_it(step.target) || step.forgets) continue;
      const ChannelId channel = step.kind == Instruction::Kind::Assign
                                    ? fixed_channel(step.value, self)
                                    : no_id<ChannelId>;
      if (!is_some(channel)) return std::nullopt;
      given.insert(channel);
    }
  }
  return given;
}

ChannelId ReadSets::fixed_channel(ExprId id, ActorId self) const {
  const auto number = constant(id, self);
  if (!number || *number <= 0 || static_cast<std::size_t>(*number) > model_.channels.size()) {
    return no_id<ChannelId>;
  }
  const auto channel = to_id<ChannelId>(static_cast<std::size_t>(*number) - 1);
  return model_.channels[channel].is_global() ? channel : no_id<ChannelId>;
}

std::optional<Line> ReadSets::handed_line(ExprId id, ActorId self) const {
  if (!is_some(self)) return std::nullopt;
  const auto number = constant(id, self);
  const auto line = number ? constants_.line(*number) : std::nullopt;
  // The youngest process is the first to end.
  const bool outlives = line && actors_[line->owner].process < actors_[self].process;
  return outlives ? line : std::nullopt;
}

void ReadSets::add_both(Line line, Access& out) const {
  out.shared.add(parts_.arrivals(line));
  out.shared.add(parts_.departures(line));
}

void ReadSets::read_poll(const Communication& poll, ActorId self, Access& out) const {
  for_each_line(poll.channel, self, [&](Line line) { add_both(line, out); });
  read(poll.channel, self, out);
  for (const ReceiveItem& item : poll.items) read(item.value, self, out);
}

}  // namespace clew
