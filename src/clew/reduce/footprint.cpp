#include "clew/reduce/footprint.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "clew/model/evaluate.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/message_size.hpp"
#include "clew/reduce/channel_flow.hpp"

namespace clew {

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

}  // namespace

// Makes the footprints of all actors: first of single actions, then of the moves they begin.
class FootprintMaker : private ReadSets {
 public:
  explicit FootprintMaker(Footprints& out)
      : ReadSets(out.model_, out.parts_, out.actors_, out.constants_),
        out_(out),
        hands_channels_down_(hands_channels_down(out.model_)) {
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
    return out_.footprints_[actor][out_.number_of(action)];
  }

  // --- channels

  bool may_be_rendezvous(const Communication& communication, ActorId self) const {
    bool result = false;
    if (communication.kind == Communication::Kind::None) return false;
    for_each_line(communication.channel, self, [&](Line line) {
      result = result || model_.channels[line.channel].is_rendezvous();
    });
    return result;
  }

  // A process that has ended does not come back where none is started any more.
  bool stays(Line line) const {
    if (!is_some(line.owner)) return true;
    return constants_.has_all_processes() && is_some(actors_[line.owner].process);
  }

  void find_channels(ActorId actor, ActionId id) {
    const Communication& talk = model_.actions[id].communication;
    if (talk.kind == Communication::Kind::None) return;
    Footprint& out = at(actor, id);
    out.channels_stay = true;
    for_each_line(talk.channel, actor, [&](Line line) {
      out.channels.add(parts_.arrivals(line));
      out.channels_stay = out.channels_stay && stays(line);
      talkers_[parts_.arrivals(line)].emplace_back(actor, id);
    });
  }

  // Two halves of one rendezvous, as far as their constants tell; nobody asks for them where the send
  // is an error.
  bool may_meet(const Channel& channel, const Communication& send, ActorId sender,
                const Communication& receive, ActorId receiver) const {
    if (!fits(send, channel)) return true;
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
    for_each_line(mine.channel, actor, [&](Line line) {
      for (const auto& [other, theirs] : talkers_.at(parts_.arrivals(line))) {
        const Communication& their = model_.actions[theirs].communication;
        if (their.kind != wanted || (other == actor && is_some(actors_[actor].process))) continue;
        const Channel& channel = model_.channels[line.channel];
        const bool meets = is_sender ? may_meet(channel, mine, actor, their, other)
                                     : may_meet(channel, their, other, mine, actor);
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
    find_ends(id, self, condition);
    if (mentions_timeout(id)) {
      condition.kind = Condition::Kind::Timeout;
      out.asks_for_timeout = true;
      out.waits_for_timeout = out.waits_for_timeout || expr.op == Op::Timeout;
    }
    out.conditions.push_back(std::move(condition));
  }

  // How many messages there are: one end makes it more, the other one less.
  struct Fill {
    ExprId channel = no_id<ExprId>;
    bool wants_more = false;
  };
  std::optional<Fill> fill_of(ExprId id, ActorId self) const {
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::IsEmpty: return Fill{expr.left, false};
      case Op::IsFull: return Fill{expr.left, true};
      case Op::Not: {
        auto inner = fill_of(expr.left, self);
        if (inner) inner->wants_more = !inner->wants_more;
        return inner;
      }
      case Op::Less:
      case Op::LessEqual: return fill_of(expr.left, expr.right, false, self);
      case Op::Greater:
      case Op::GreaterEqual: return fill_of(expr.left, expr.right, true, self);
      default: return std::nullopt;
    }
  }

  std::optional<Fill> fill_of(ExprId left, ExprId right, bool left_is_greater, ActorId self) const {
    const auto is_length = [&](ExprId id) { return model_.exprs[id].op == Op::Length; };
    if (is_length(left) && constant(right, self)) {
      return Fill{model_.exprs[left].left, left_is_greater};
    }
    if (is_length(right) && constant(left, self)) {
      return Fill{model_.exprs[right].left, !left_is_greater};
    }
    return std::nullopt;
  }

  void find_ends(ExprId id, ActorId self, Condition& condition) const {
    const auto fill = fill_of(id, self);
    if (!fill) return;
    // Another channel may have more or fewer.
    Access choice;
    read(fill->channel, self, choice);
    condition.made_true_by = condition.made_false_by = choice;
    for_each_line(fill->channel, self, [&](Line line) {
      const ComponentId more = parts_.arrivals(line);
      const ComponentId fewer = parts_.departures(line);
      condition.made_true_by.shared.add(fill->wants_more ? more : fewer);
      condition.made_false_by.shared.add(fill->wants_more ? fewer : more);
    });
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
    for_each_line(talk.channel, self, [&](Line line) {
      ++channels;
      if (model_.channels[line.channel].is_rendezvous()) return;
      room.line = line;
      room.made_true_by.shared.add(parts_.departures(line));
      room.made_false_by.shared.add(parts_.arrivals(line));
      out.writes.shared.add(parts_.arrivals(line));
      if (talk.sorted) out.writes.shared.add(parts_.departures(line));
    });
    if (!is_some(room.line.channel)) return;
    if (channels > 1) room.line = {no_id<ChannelId>};
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
    for_each_line(talk.channel, self, [&](Line line) {
      ++channels;
      if (model_.channels[line.channel].is_rendezvous()) return;
      message.line = line;
      add_both(line, message.made_true_by);
      if (talk.searches) message.made_true_if_filled_by.shared.add(parts_.arrivals(line));
      message.made_false_by.shared.add(parts_.departures(line));
      message.made_true_if_filled_by.shared.add(parts_.departures(line));
      out.reads.shared.add(parts_.departures(line));
      if (!talk.keeps) out.writes.shared.add(parts_.departures(line));
    });
    if (!is_some(message.line.channel)) return;
    if (channels > 1) message.line = {no_id<ChannelId>};
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

  std::optional<ComponentId> only_value(const Place& place, ActorId self) const {
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
      // Who is there already is somebody else.
      out.reads.shared.add(set_up.reads.shared);
      out.writes.shared.add(set_up.writes.shared);
      out.writes.fresh.add(set_up.writes.own);
      out.reads.everything = out.reads.everything || set_up.reads.everything;
      out.writes.everything = out.writes.everything || set_up.writes.everything;
      forget(out.writes, out);
    }
  }

  void add_end(ActorId self, Footprint& out) const {
    out.writes.shared.add(parts_.processes());
    add_whole_process(self, out.writes);
    forget(out.writes, out);
  }

  // All that comes and goes with a process, and others may know of.
  void add_whole_process(ActorId actor, Access& out) const {
    const ProcessType& type = model_.process_types[actors_[actor].type];
    for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
      out.own.add(parts_.local(actor, to_id<SlotId>(i)));
    }
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      out.own.add(parts_.at(actor, to_id<LocationId>(i)));
    }
    if (hands_channels_down_) return;
    for (const ChannelId channel : type.channels) add_both({channel, actor}, out);
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
      const Footprint& more = single[actor][out_.number_of(action)];
      Access reads = more.reads;
      for (const Condition& condition : more.conditions) {
        if (actor == self && is_promised(single, self, id, found, action, condition)) continue;
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

  // `atomic { nempty(c) -> c?x }`: when it comes to the receive, there is a message.
  bool is_promised(const IdMap<ActorId, std::vector<Footprint>>& single, ActorId self,
                   ActionId first, const Firings& found, ActionId id,
                   const Condition& condition) const {
    const bool takes = condition.kind == Condition::Kind::HasMessage;
    if (!takes && condition.kind != Condition::Kind::HasRoom) return false;
    const Line line = condition.line;
    if (!is_some(line.channel) || is_some(line.owner)) return false;
    if (takes && !takes_any(model_.actions[id].communication)) return false;
    const Op against = takes ? Op::IsEmpty : Op::IsFull;
    if (!excludes(model_.actions[first].guard, against, line.channel, self)) return false;
    // After a rendezvous it is the partner who goes on.
    if (!single[self][out_.number_of(first)].partners.empty()) return false;
    // Nothing on the way takes it away.
    const ComponentId end = takes ? parts_.departures(line) : parts_.arrivals(line);
    Firings behind;
    follow(self, model_.actions[id], behind);
    return !behind.contains({self, id}) &&
           !single[self][out_.number_of(first)].writes.shared.contains(end) &&
           std::all_of(found.begin(), found.end(), [&](const auto& each) {
             return each == std::pair(self, id) ||
                    !single[each.first][out_.number_of(each.second)].writes.shared.contains(end);
           });
  }

  static bool takes_any(const Communication& receive) {
    return !receive.searches &&
           std::all_of(receive.items.begin(), receive.items.end(), [](const ReceiveItem& item) {
             return item.kind != ReceiveItem::Kind::Match;
           });
  }

  // Whether the guard says that the channel is not empty, or not full.
  bool excludes(ExprId guard, Op fullness, ChannelId channel, ActorId self) const {
    if (!is_some(guard)) return false;
    const Expr& expr = model_.exprs[guard];
    if (expr.op == Op::And) {
      return excludes(expr.left, fullness, channel, self) ||
             excludes(expr.right, fullness, channel, self);
    }
    return expr.op == Op::Not && model_.exprs[expr.left].op == fullness &&
           fixed_channel(model_.exprs[expr.left].left, self) == channel;
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
  // What talks about a channel, or may, by the end where messages arrive.
  std::map<ComponentId, std::vector<std::pair<ActorId, ActionId>>> talkers_;
  bool has_committed_ = false;
  bool hands_channels_down_;
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
  std::vector<std::uint32_t> counts(model.process_types.size(), 0);  // by type
  for (const Action& action : model.actions) number_.push_back(counts[to_index(action.owner)]++);
  for (const Actor& actor : actors) {
    footprints_.add(std::vector<Footprint>(counts[to_index(actor.type)]));
  }
  FootprintMaker(*this).make();
}

Access Footprints::reads_of(ExprId expr) const {
  Access access;
  ReadSets(model_, parts_, actors_, constants_).read(expr, no_id<ActorId>, access);
  return access;
}

}  // namespace clew
