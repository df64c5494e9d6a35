#include "clew/reduce/footprint.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "clew/model/evaluate.hpp"

namespace clew {

void Access::add(const Access& other) {
  own.add(other.own);
  shared.add(other.shared);
  everything = everything || other.everything;
}

void Access::add_as_shared(const Access& other) {
  shared.add(other.own);
  shared.add(other.shared);
  everything = everything || other.everything;
}

bool Comparison::is_true_of(Value value) const {
  switch (op) {
    case Op::Equal: return value == constant;
    case Op::NotEqual: return value != constant;
    case Op::Less: return value < constant;
    case Op::LessEqual: return value <= constant;
    case Op::Greater: return value > constant;
    case Op::GreaterEqual: return value >= constant;
    default: return true;
  }
}

namespace {

// The comparison with its sides exchanged.
Op turned(Op op) {
  switch (op) {
    case Op::Less: return Op::Greater;
    case Op::LessEqual: return Op::GreaterEqual;
    case Op::Greater: return Op::Less;
    case Op::GreaterEqual: return Op::LessEqual;
    default: return op;
  }
}

Op negated(Op op) {
  switch (op) {
    case Op::Equal: return Op::NotEqual;
    case Op::NotEqual: return Op::Equal;
    case Op::Less: return Op::GreaterEqual;
    case Op::LessEqual: return Op::Greater;
    case Op::Greater: return Op::LessEqual;
    default: return Op::Less;  // GreaterEqual
  }
}

bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }

// Reads expressions: which parts of a state they are about.
class PartReader {
 public:
  PartReader(const Model& model, const Parts& parts, const IdMap<ActorId, Actor>& actors,
             const Constants& constants)
      : model_(model), parts_(parts), actors_(actors), constants_(constants) {}

  void read(ExprId id, ActorId self, Access& out) const {
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
        for_each_channel(expr.left, self, [&](ChannelId channel) { add_both(channel, out); });
        break;
      case Op::Poll: read_poll(model_.polls[expr.poll], self, out); break;
      default: break;
    }
    read(expr.left, self, out);
    read(expr.right, self, out);
    read(expr.third, self, out);
  }

 protected:
  // The value of an expression that is the same in every state, if it is known to be.
  std::optional<Value> constant(ExprId id, ActorId self) const {
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

  // None: an error.
  static std::optional<Value> computed(Op op, std::int64_t left, std::int64_t right) {
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

  std::optional<Value> constant(const Place& place, ActorId self) const {
    const auto element = element_of(place, self);
    if (!element || is_some(place.owner)) return std::nullopt;
    if (place.scope == Scope::Global) return constants_.global(place.slot, *element);
    if (place.scope != Scope::Self || !is_some(self)) return std::nullopt;
    return constants_.own(self, place.slot, *element);
  }

  std::optional<std::uint32_t> element_of(const Place& place, ActorId self) const {
    if (!is_some(place.index)) return 0;
    const auto index = constant(place.index, self);
    if (!index || *index < 0) return std::nullopt;
    return static_cast<std::uint32_t>(*index);
  }

  void add_place(const Place& place, ActorId self, Access& out) const {
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

  // The actor that a process of the initial state is, or is one of.
  template <class Use>
  void for_each_actor_of(ProcessId process, const Use& use) const {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const Actor& who = actors_[actor];
      const bool is_it = is_some(who.process) ? who.process == process
                                              : who.type == model_.processes[process].type;
      if (is_it) use(actor);
    }
  }

  void read_place(const Place& place, ActorId self, Access& out) const {
    add_place(place, self, out);
    read(place.index, self, out);
    read(place.owner, self, out);
  }

  void read_location(const Expr& expr, ActorId self, Access& out) const {
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

  template <class Which>
  void read_locations(const Which& which, Access& out) const {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const auto& locations = model_.process_types[actors_[actor].type].locations;
      for (std::size_t k = 0; k < locations.size(); ++k) {
        const auto location = to_id<LocationId>(k);
        if (which(locations[location])) out.shared.add(parts_.at(actor, location));
      }
    }
  }

  // The channels that the expression may be the number of.
  template <class Use>
  void for_each_channel(ExprId id, ActorId self, const Use& use) const {
    if (const ChannelId fixed = fixed_channel(id, self); is_some(fixed)) return use(fixed);
    const Expr& expr = model_.exprs[id];
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto channel = to_id<ChannelId>(i);
      const bool is_own = expr.op == Op::OwnChannel && is_some(self);
      if (is_own && model_.channels[channel].owner != actors_[self].type) continue;
      use(channel);
    }
  }

  // The one channel that the expression is the number of, if it is known and there in every state.
  ChannelId fixed_channel(ExprId id, ActorId self) const {
    const auto number = constant(id, self);
    if (!number || *number <= 0 || static_cast<std::size_t>(*number) > model_.channels.size()) {
      return no_id<ChannelId>;
    }
    const auto channel = to_id<ChannelId>(static_cast<std::size_t>(*number) - 1);
    return model_.channels[channel].is_global() ? channel : no_id<ChannelId>;
  }

  void add_both(ChannelId channel, Access& out) const {
    out.shared.add(parts_.arrivals(channel));
    out.shared.add(parts_.departures(channel));
  }

  void read_poll(const Communication& poll, ActorId self, Access& out) const {
    for_each_channel(poll.channel, self, [&](ChannelId channel) { add_both(channel, out); });
    read(poll.channel, self, out);
    for (const ReceiveItem& item : poll.items) read(item.value, self, out);
  }

  const Model& model_;
  const Parts& parts_;
  const IdMap<ActorId, Actor>& actors_;
  const Constants& constants_;
};

}  // namespace

// Makes the footprints of all actors: first of single actions, then of the moves they begin.
class FootprintMaker : private PartReader {
 public:
  explicit FootprintMaker(Footprints& out)
      : PartReader(out.model_, out.parts_, out.actors_, out.constants_),
        out_(out),
        talkers_(out.model_.channels.size()) {
    for (const ProcessType& type : model_.process_types) {
      for (const Location& location : type.locations) {
        has_committed_ = has_committed_ || location.committed;
      }
    }
  }

  void make() {
    for_each_action([&](ActorId actor, ActionId action) { find_channels(actor, action); });
    for_each_action([&](ActorId actor, ActionId action) { find_partners(actor, action); });
    for_each_action([&](ActorId actor, ActionId action) { make_single(actor, action); });
    for_each_action([&](ActorId actor, ActionId action) { add_siblings(actor, action); });
    const auto single = out_.footprints_;
    for_each_action([&](ActorId actor, ActionId action) { make_whole(single, actor, action); });
  }

 private:
  template <class Use>
  void for_each_action(const Use& use) const {
    for (std::size_t a = 0; a < actors_.size(); ++a) {
      const auto actor = to_id<ActorId>(a);
      for (const auto& leaving : out_.outgoing_[actors_[actor].type]) {
        for (const ActionId action : leaving) use(actor, action);
      }
    }
  }

  Footprint& at(ActorId actor, ActionId action) const {
    return out_.footprints_[actor][to_index(action)];
  }

  // --- channels

  bool may_be_rendezvous(const Communication& communication, ActorId self) const {
    bool result = false;
    if (communication.kind == Communication::Kind::None) return false;
    for_each_channel(communication.channel, self, [&](ChannelId channel) {
      result = result || model_.channels[channel].is_rendezvous();
    });
    return result;
  }

  void find_channels(ActorId actor, ActionId id) {
    const Communication& talk = model_.actions[id].communication;
    if (talk.kind == Communication::Kind::None) return;
    Footprint& out = at(actor, id);
    out.talks_globally = true;
    for_each_channel(talk.channel, actor, [&](ChannelId channel) {
      out.channels.add(parts_.arrivals(channel));
      out.talks_globally = out.talks_globally && model_.channels[channel].is_global();
      talkers_[channel].emplace_back(actor, id);
    });
  }

  // Two halves of one rendezvous, as far as their constants tell.
  bool may_meet(const Communication& send, ActorId sender, const Communication& receive,
                ActorId receiver) const {
    for (std::size_t i = 0; i < receive.items.size() && i < send.values.size(); ++i) {
      if (receive.items[i].kind != ReceiveItem::Kind::Match) continue;
      const auto given = constant(send.values[i], sender);
      const auto wanted = constant(receive.items[i].value, receiver);
      // Small numbers are the same after whatever the channel's types do to them.
      const bool is_small =
          given && wanted && *given >= 0 && *wanted >= 0 && *given < 2 && *wanted < 2;
      if (is_small && *given != *wanted) return false;
    }
    return true;
  }

  void find_partners(ActorId actor, ActionId id) const {
    const Communication& mine = model_.actions[id].communication;
    if (!may_be_rendezvous(mine, actor)) return;
    const bool is_sender = mine.kind == Communication::Kind::Send;
    const auto wanted = is_sender ? Communication::Kind::Receive : Communication::Kind::Send;
    auto& partners = at(actor, id).partners;
    for_each_channel(mine.channel, actor, [&](ChannelId channel) {
      for (const auto& [other, theirs] : talkers_[channel]) {
        const Communication& their = model_.actions[theirs].communication;
        if (their.kind != wanted || (other == actor && is_some(actors_[actor].process))) continue;
        const bool meets =
            is_sender ? may_meet(mine, actor, their, other) : may_meet(their, other, mine, actor);
        if (meets) partners.emplace_back(other, theirs);
      }
    });
    // Two may meet on one of several channels.
    std::sort(partners.begin(), partners.end());
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
  }

  // --- conditions

  // The conjuncts of a guard.
  void add_guard(ExprId id, ActorId self, Footprint& out) const {
    if (!is_some(id)) return;
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::And) {
      add_guard(expr.left, self, out);
      add_guard(expr.right, self, out);
      return;
    }
    if (expr.op == Op::Constant && expr.constant != 0) return;
    Condition condition;
    read(id, self, condition.made_true_by);
    condition.made_false_by = condition.made_true_by;
    condition.comparison = comparison_of(id, self);
    if (mentions_timeout(id)) {
      condition.kind = Condition::Kind::Timeout;
      out.asks_for_timeout = true;
      out.waits_for_timeout = out.waits_for_timeout || expr.op == Op::Timeout;
    }
    out.conditions.push_back(std::move(condition));
  }

  bool mentions_timeout(ExprId id) const {
    if (!is_some(id)) return false;
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Timeout) return true;
    return mentions_timeout(expr.left) || mentions_timeout(expr.right) ||
           mentions_timeout(expr.third);
  }

  std::optional<Comparison> comparison_of(ExprId id, ActorId self) const {
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Not) {
      auto inner = comparison_of(expr.left, self);
      if (inner) inner->op = negated(inner->op);
      return inner;
    }
    if (expr.op == Op::Read) return comparison_with(expr, Op::NotEqual, 0, self);
    if (!is_comparison(expr.op)) return std::nullopt;
    if (const auto right = constant(expr.right, self)) {
      return comparison_with(model_.exprs[expr.left], expr.op, *right, self);
    }
    if (const auto left = constant(expr.left, self)) {
      return comparison_with(model_.exprs[expr.right], turned(expr.op), *left, self);
    }
    return std::nullopt;
  }

  std::optional<Comparison> comparison_with(const Expr& read, Op op, Value value,
                                            ActorId self) const {
    if (read.op != Op::Read || is_some(read.place.owner)) return std::nullopt;
    const Place& place = read.place;
    const auto element = element_of(place, self);
    if (!element) return std::nullopt;
    if (place.scope == Scope::Global) {
      const auto part = parts_.global_value(place.slot, *element);
      if (!part) return std::nullopt;
      return Comparison{*part, false, place.slot, *element, op, value};
    }
    if (place.scope != Scope::Self || !is_some(self)) return std::nullopt;
    const Slot& slot = model_.process_types[actors_[self].type].frame.slots[place.slot];
    if (slot.length != 1) return std::nullopt;
    return Comparison{parts_.local(self, place.slot), true, place.slot, 0, op, value};
  }

  void add_committed(const Action& action, Footprint& out) const {
    if (!has_committed_) return;
    const auto& locations = model_.process_types[action.owner].locations;
    const bool leaves = locations[action.from].committed;
    if (leaves || locations[action.to].committed) out.writes.shared.add(parts_.commitment());
    if (leaves) return;
    Condition condition;
    condition.made_true_by.shared.add(parts_.commitment());
    condition.made_false_by = condition.made_true_by;
    out.conditions.push_back(std::move(condition));
  }

  void add_communication(ActorId self, const Action& action, Footprint& out) const {
    const Communication& talk = action.communication;
    if (talk.kind == Communication::Kind::None) return;
    Access choice;
    read(talk.channel, self, choice);
    if (!choice.own.empty() || !choice.shared.empty() || choice.everything) {
      // Another channel may be able to do what this one cannot.
      out.conditions.push_back({Condition::Kind::Expression, choice, choice, std::nullopt});
    }
    Access matched;
    for (const ReceiveItem& item : talk.items) {
      if (item.kind == ReceiveItem::Kind::Match) read(item.value, self, matched);
      if (item.kind != ReceiveItem::Kind::Store) continue;
      add_place(item.target, self, out.writes);
      read(item.target.index, self, out.reads);
      read(item.target.owner, self, out.reads);
    }
    for (const ExprId value : talk.values) read(value, self, out.reads);
    out.reads.add(matched);
    if (talk.kind == Communication::Kind::Send) {
      add_send(self, talk, out);
    } else {
      add_receive(self, talk, matched, out);
    }
    if (!out.partners.empty()) add_partners(matched, out);
  }

  void add_send(ActorId self, const Communication& talk, Footprint& out) const {
    Condition room;
    room.kind = Condition::Kind::HasRoom;
    std::size_t channels = 0;
    for_each_channel(talk.channel, self, [&](ChannelId channel) {
      ++channels;
      if (model_.channels[channel].is_rendezvous()) return;
      room.channel = channel;
      room.made_true_by.shared.add(parts_.departures(channel));
      room.made_false_by.shared.add(parts_.arrivals(channel));
      out.writes.shared.add(parts_.arrivals(channel));
      if (talk.sorted) out.writes.shared.add(parts_.departures(channel));
    });
    if (!is_some(room.channel)) return;
    if (channels > 1) room.channel = no_id<ChannelId>;
    out.conditions.push_back(std::move(room));
  }

  void add_receive(ActorId self, const Communication& talk, const Access& matched,
                   Footprint& out) const {
    Condition message;
    message.kind = Condition::Kind::HasMessage;
    message.made_true_by = matched;
    message.made_false_by = matched;
    message.made_true_if_filled_by = matched;
    std::size_t channels = 0;
    for_each_channel(talk.channel, self, [&](ChannelId channel) {
      ++channels;
      if (model_.channels[channel].is_rendezvous()) return;
      message.channel = channel;
      add_both(channel, message.made_true_by);
      if (talk.searches) message.made_true_if_filled_by.shared.add(parts_.arrivals(channel));
      message.made_false_by.shared.add(parts_.departures(channel));
      message.made_true_if_filled_by.shared.add(parts_.departures(channel));
      out.reads.shared.add(parts_.departures(channel));
      if (!talk.keeps) out.writes.shared.add(parts_.departures(channel));
    });
    if (!is_some(message.channel)) return;
    if (channels > 1) message.channel = no_id<ChannelId>;
    out.conditions.push_back(std::move(message));
  }

  // Whether there is a partner is decided by where others are, and by what both say.
  void add_partners(const Access& matched, Footprint& out) const {
    Condition partner;
    partner.kind = Condition::Kind::Partner;
    partner.made_true_by = matched;
    partner.made_true_by.add(out.reads);
    for (const auto& [other, theirs] : out.partners) {
      const Action& action = model_.actions[theirs];
      Access needed;
      needed.own.add(parts_.at(other, action.from));
      read(action.guard, other, needed);
      read(model_.process_types[action.owner].provided, other, needed);
      for (const ExprId value : action.communication.values) read(value, other, needed);
      for (const ReceiveItem& item : action.communication.items) {
        if (item.kind == ReceiveItem::Kind::Match) read(item.value, other, needed);
      }
      partner.made_true_by.add_as_shared(needed);
    }
    // Who makes the partner turn away acts in its place, or changes what it waits for: that concerns the
    // partner's half, and where one half is the other is, too.
    out.conditions.push_back(std::move(partner));
  }

  // --- single actions

  void make_single(ActorId self, ActionId id) const {
    const Action& action = model_.actions[id];
    Footprint& out = at(self, id);
    add_guard(action.guard, self, out);
    add_guard(model_.process_types[action.owner].provided, self, out);
    if (action.from != action.to) {
      out.writes.own.add(parts_.at(self, action.from));
      out.writes.own.add(parts_.at(self, action.to));
    }
    add_committed(action, out);
    add_communication(self, action, out);
    for (const Instruction& step : action.effect) add_instruction(step, self, out);
  }

  void add_instruction(const Instruction& step, ActorId self, Footprint& out) const {
    if (step.has_target()) {
      add_target(step, self, out);
      read(step.target.index, self, out.reads);
      read(step.target.owner, self, out.reads);
    }
    read(step.value, self, out.reads);
    for (const ExprId argument : step.arguments) read(argument, self, out.reads);
    switch (step.kind) {
      case Instruction::Kind::Start: add_start(step, out); break;
      case Instruction::Kind::Terminate: add_end(self, out); break;
      case Instruction::Kind::Allocate:
        out.reads.shared.add(parts_.heap());
        out.writes.shared.add(parts_.heap());
        break;
      default: break;
    }
  }

  void add_target(const Instruction& step, ActorId self, Footprint& out) const {
    Access target;
    add_place(step.target, self, target);
    // What is written a second time gets another value; the last one counts.
    forget(target, out);
    const auto value =
        step.kind == Instruction::Kind::Assign ? constant(step.value, self) : std::nullopt;
    if (value) note_constant(step.target, *value, self, out);
    out.writes.add(target);
  }

  static void forget(const Access& target, Footprint& out) {
    std::erase_if(out.constants, [&](const auto& each) {
      return target.own.contains(each.first) || target.shared.contains(each.first);
    });
  }

  void note_constant(const Place& target, Value value, ActorId self, Footprint& out) const {
    const auto part = only_value(target, self);
    const Range range = model_.slot_of(target, actors_[self].type).type.range;
    if (part && range.contains(value)) out.constants[*part] = value;
  }

  std::optional<PartId> only_value(const Place& place, ActorId self) const {
    Expr read;
    read.op = Op::Read;
    read.place = place;
    const auto comparison = comparison_with(read, Op::Equal, 0, self);
    return comparison ? std::optional(comparison->part) : std::nullopt;
  }

  void add_start(const Instruction& step, Footprint& out) const {
    out.reads.shared.add(parts_.processes());
    out.writes.shared.add(parts_.processes());
    out.started.push_back(step.process_type);
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      if (actors_[actor].type != step.process_type) continue;
      Footprint set_up;
      for (const Instruction& each : model_.process_types[step.process_type].setup) {
        add_instruction(each, actor, set_up);
      }
      add_whole_process(actor, set_up.writes);
      out.reads.add_as_shared(set_up.reads);
      out.writes.add_as_shared(set_up.writes);
      forget(out.writes, out);
    }
  }

  void add_end(ActorId self, Footprint& out) const {
    out.writes.shared.add(parts_.processes());
    add_whole_process(self, out.writes);
    out.writes.shared.add(out.writes.own);
    forget(out.writes, out);
  }

  // All that comes and goes with a process.
  void add_whole_process(ActorId actor, Access& out) const {
    const ProcessType& type = model_.process_types[actors_[actor].type];
    for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
      out.own.add(parts_.local(actor, to_id<SlotId>(i)));
    }
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      out.own.add(parts_.at(actor, to_id<LocationId>(i)));
    }
    for (const ChannelId channel : type.channels) add_both(channel, out);
  }

  // --- what else there is to do

  // Where some actions come before others, each depends on whether the others are enabled.
  void add_siblings(ActorId self, ActionId id) const {
    const Action& action = model_.actions[id];
    const auto& all = out_.outgoing_[action.owner][action.from];
    const bool has_escapes = std::any_of(
        all.begin(), all.end(), [&](ActionId each) { return model_.actions[each].escape != 0; });
    if (!action.is_else && action.alternative == 0 && !has_escapes) return;
    Condition siblings;
    siblings.kind = Condition::Kind::Siblings;
    for (const ActionId each : all) {
      if (each == id) continue;
      for (const Condition& condition : at(self, each).conditions) {
        if (condition.kind == Condition::Kind::Siblings) continue;
        siblings.made_true_by.add(condition.made_true_by);
        siblings.made_true_by.add(condition.made_false_by);
      }
    }
    siblings.made_false_by = siblings.made_true_by;
    at(self, id).conditions.push_back(std::move(siblings));
  }

  // --- whole moves

  using Firings = std::set<std::pair<ActorId, ActionId>>;

  // What may follow `action` of `actor` within one move; with a rendezvous inside, what the partner does.
  void follow(ActorId actor, const Action& action, Firings& found) const {
    if (action.then == Action::Then::Ends) return;
    for (const ActionId next : out_.outgoing_[action.owner][action.to]) {
      if (found.emplace(actor, next).second) follow_whole(actor, next, found);
    }
  }

  void follow_whole(ActorId actor, ActionId id, Firings& found) const {
    follow(actor, model_.actions[id], found);
    for (const auto& [other, theirs] : at(actor, id).partners) {
      if (found.emplace(other, theirs).second) follow_whole(other, theirs, found);
    }
  }

  void make_whole(const IdMap<ActorId, std::vector<Footprint>>& single, ActorId self,
                  ActionId id) const {
    Firings found;
    follow(self, model_.actions[id], found);
    const bool meets_others = std::any_of(found.begin(), found.end(), [&](const auto& each) {
      return !at(each.first, each.second).partners.empty();
    });
    // Of two processes of one type it is not known which of them acts.
    const bool may_be_another = meets_others && !is_some(actors_[self].process);
    Footprint& out = at(self, id);
    for (const auto& [actor, action] : found) {
      const Footprint& more = single[actor][to_index(action)];
      Access reads = more.reads;
      for (const Condition& condition : more.conditions) {
        reads.add(condition.made_true_by);
        reads.add(condition.made_false_by);
      }
      out.started.insert(out.started.end(), more.started.begin(), more.started.end());
      if (actor == self) {
        out.reads.add(reads);
        merge_constants(more, out);
        out.writes.add(more.writes);
      }
      if (actor == self && !may_be_another) continue;
      out.reads.add_as_shared(reads);
      out.writes.add_as_shared(more.writes);
      forget(more.writes, out);
    }
  }

  static void merge_constants(const Footprint& more, Footprint& out) {
    Access others;  // what `more` writes without a known value, or with another one
    others.add(more.writes);
    for (auto it = out.constants.begin(); it != out.constants.end();) {
      const auto same = more.constants.find(it->first);
      const bool is_written = others.own.contains(it->first) || others.shared.contains(it->first);
      const bool stays =
          !is_written || (same != more.constants.end() && same->second == it->second);
      it = stays ? std::next(it) : out.constants.erase(it);
    }
    for (const auto& [part, value] : more.constants) {
      const bool was_written = out.writes.own.contains(part) || out.writes.shared.contains(part);
      if (!was_written) out.constants[part] = value;
    }
  }

  Footprints& out_;
  // What talks about a channel, or may.
  IdMap<ChannelId, std::vector<std::pair<ActorId, ActionId>>> talkers_;
  bool has_committed_ = false;
};

namespace {

Outgoing outgoing_of(const Model& model) {
  Outgoing outgoing;
  for (const ProcessType& type : model.process_types) {
    outgoing.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
  }
  for (std::size_t i = 0; i < model.actions.size(); ++i) {
    const auto id = to_id<ActionId>(i);
    outgoing[model.actions[id].owner][model.actions[id].from].push_back(id);
  }
  return outgoing;
}

}  // namespace

Footprints::Footprints(const Model& model, const IdMap<ActorId, Actor>& actors)
    : model_(model),
      actors_(actors),
      parts_(model, actors),
      outgoing_(outgoing_of(model)),
      constants_(model, actors, outgoing_) {
  for (std::size_t i = 0; i < actors.size(); ++i) {
    footprints_.add(std::vector<Footprint>(model.actions.size()));
  }
  FootprintMaker(*this).make();
}

Access Footprints::reads_of(ExprId expr) const {
  Access access;
  PartReader(model_, parts_, actors_, constants_).read(expr, no_id<ActorId>, access);
  return access;
}

}  // namespace clew
