#include "clew/reduce/channel_flow.hpp"

#include <algorithm>

namespace clew {

namespace {

template <class Items, class Holds>
bool all_of(const Items& items, const Holds& holds) {
  return std::all_of(items.begin(), items.end(), holds);
}

class ChannelFlow {
 public:
  explicit ChannelFlow(const Model& model) : model_(model) {
    for (const Channel& channel : model.channels) global_count_ += channel.is_global() ? 1 : 0;
  }

  bool goes_down() const {
    return all_of(model_.globals.slots, [&](const Slot& each) { return knows_globals(each); }) &&
           all_of(model_.object_types, [&](const ObjectType& each) { return has_none(each); }) &&
           all_of(model_.exprs, [&](const Expr& each) { return minds_its_own(each); }) &&
           all_of(model_.process_types, [&](const ProcessType& each) { return goes_down(each); }) &&
           all_of(model_.actions, [&](const Action& each) { return goes_down(each); });
  }

 private:
  bool is_global_number(Value value) const { return value >= 0 && value <= global_count_; }

  bool knows_globals(const Slot& slot) const {
    if (!slot.type.is_channel) return true;
    return !slot.is_free &&
           all_of(slot.initial, [&](Value each) { return is_global_number(each); });
  }

  static bool has_none(const ObjectType& type) {
    return all_of(type.frame.slots, [](const Slot& slot) { return !slot.type.is_channel; });
  }

  // Channel variables of others are not looked at, by processes nor by questions.
  bool minds_its_own(const Expr& expr) const {
    const Place& place = expr.place;
    if (expr.op != Op::Read) return true;
    if (place.scope != Scope::Process && place.scope != Scope::Numbered) return true;
    return all_of(model_.process_types, [&](const ProcessType& type) {
      return to_index(place.slot) >= type.frame.slots.size() ||
             !type.frame.slots[place.slot].type.is_channel;
    });
  }

  bool goes_down(const ProcessType& type) const {
    const auto self =
        to_id<ProcessTypeId>(static_cast<std::size_t>(&type - &*model_.process_types.begin()));
    return asks_properly(type.provided, self) &&
           all_of(type.frame.slots, [&](const Slot& each) { return knows_globals(each); }) &&
           all_of(type.setup, [&](const Instruction& each) { return goes_down(each, self); });
  }

  bool goes_down(const Action& action) const {
    const Communication& talk = action.communication;
    const ProcessTypeId self = action.owner;
    if (talk.kind != Communication::Kind::None && !is_proper(talk.channel, self)) return false;
    const auto is_taken_down = [&](const ReceiveItem& item) {
      const bool stores = item.kind == ReceiveItem::Kind::Store;
      return asks_properly(item.value, self) && asks_properly(item.target.index, self) &&
             (!stores || !is_channel(item.target, self));
    };
    return asks_properly(action.guard, self) && asks_properly(talk.channel, self) &&
           all_of(talk.items, is_taken_down) &&
           all_of(talk.values, [&](ExprId each) { return asks_properly(each, self); }) &&
           all_of(action.effect, [&](const Instruction& each) { return goes_down(each, self); });
  }

  bool goes_down(const Instruction& step, ProcessTypeId self) const {
    if (!asks_properly(step.value, self) || !asks_properly(step.target.index, self)) return false;
    if (!all_of(step.arguments, [&](ExprId each) { return asks_properly(each, self); }))
      return false;
    if (step.kind == Instruction::Kind::Start) return hands_down(step, self);
    if (!step.has_target() || !is_channel(step.target, self)) return true;
    return step.kind == Instruction::Kind::Assign && step.target.scope == Scope::Self &&
           is_proper(step.value, self);
  }

  // Arguments go to the first slots.
  bool hands_down(const Instruction& step, ProcessTypeId self) const {
    const auto& slots = model_.process_types[step.process_type].frame.slots;
    for (std::size_t i = 0; i < step.arguments.size(); ++i) {
      const bool is_channel = slots[to_id<SlotId>(i)].type.is_channel;
      if (is_channel && !is_proper(step.arguments[i], self)) return false;
    }
    return !step.has_target() || !is_channel(step.target, self);
  }

  bool is_channel(const Place& place, ProcessTypeId self) const {
    return model_.slot_of(place, self).type.is_channel;
  }

  // The number of a channel that every state has, of one of the process, or of one that it was given.
  bool is_proper(ExprId id, ProcessTypeId self) const {
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Constant: return is_global_number(expr.constant);
      case Op::OwnChannel: return true;
      case Op::Read:
        // No instruction gives a global one another channel.
        return (expr.place.scope == Scope::Self || expr.place.scope == Scope::Global) &&
               is_channel(expr.place, self);
      case Op::Add: return is_element(model_.exprs[expr.left], model_.exprs[expr.right]);
      default: return false;
    }
  }

  // Of a vector of channels.
  bool is_element(const Expr& first, const Expr& index) const {
    if (index.op != Op::Bounded) return false;
    return first.op == Op::OwnChannel || (first.op == Op::Constant && first.constant > 0 &&
                                          is_global_number(first.constant + index.constant - 1));
  }

  bool asks_properly(ExprId id, ProcessTypeId self) const {
    if (!is_some(id)) return true;
    const Expr& expr = model_.exprs[id];
    const bool asks = expr.op == Op::Length || expr.op == Op::IsFull || expr.op == Op::IsEmpty;
    if (asks && !is_proper(expr.left, self)) return false;
    if (expr.op == Op::Poll && !is_proper(model_.polls[expr.poll].channel, self)) return false;
    return asks_properly(expr.place.index, self) && asks_properly(expr.place.owner, self) &&
           all_of(operands_of(expr), [&](ExprId each) { return asks_properly(each, self); });
  }

  const Model& model_;
  Value global_count_ = 0;
};

}  // namespace

bool hands_channels_down(const Model& model) { return ChannelFlow(model).goes_down(); }

}  // namespace clew
