#include "clew/model/model.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

template <class Id, class T>
Id find_named(const IdMap<Id, T>& items, std::string_view name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[to_id<Id>(i)].name == name) return to_id<Id>(i);
  }
  return no_id<Id>;
}

}  // namespace

std::vector<ExprId> operands_of(const Expr& expr) {
  switch (expr.op) {
    case Op::Exists:
    case Op::Enabled:
    case Op::LocationNumber:
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty:
    case Op::Bounded: return {expr.left};
    case Op::Conditional: return {expr.left, expr.right, expr.third};
    default: break;
  }
  if (is_unary(expr.op)) return {expr.left};
  if (is_binary(expr.op)) return {expr.left, expr.right};
  return {};
}

SlotId Frame::add(Slot slot) {
  slot.offset = value_count;
  slot.initial.resize(slot.length, 0);
  value_count += slot.length;
  by_name.emplace(slot.name, to_id<SlotId>(slots.size()));
  return slots.add(std::move(slot));
}

SlotId Frame::id_of(std::string_view name) const {
  const auto found = by_name.find(std::string(name));
  return found == by_name.end() ? no_id<SlotId> : found->second;
}

const Slot* Frame::find(std::string_view name) const {
  const SlotId id = id_of(name);
  return is_some(id) ? &slots[id] : nullptr;
}

LocationId ProcessType::location_of(std::string_view wanted) const {
  const auto label = labels.find(std::string(wanted));
  return label != labels.end() ? label->second : find_named(locations, wanted);
}

ProcessId Model::process_named(std::string_view wanted) const {
  return find_named(processes, wanted);
}

ExprId Model::add_constant(Value value, SourceSpan span) {
  Expr expr;
  expr.constant = value;
  expr.span = span;
  return exprs.add(std::move(expr));
}

ExprId Model::add_binary(Op op, ExprId left, ExprId right) {
  Expr expr;
  expr.op = op;
  expr.left = left;
  expr.right = right;
  expr.span = exprs[left].span;
  return exprs.add(std::move(expr));
}

const Frame& Model::frame_of(const Place& place, ProcessTypeId self) const {
  switch (place.scope) {
    case Scope::Global: return globals;
    case Scope::Constant: return constants;
    case Scope::Process: return type_of(place.process).frame;
    case Scope::Numbered: return process_types[place.type].frame;
    case Scope::Self: return process_types[self].frame;
    case Scope::Object: break;
    case Scope::Choice: return choices;
  }
  // The object's type is that of the slot its reference is read from.
  const Expr& reference = exprs[place.owner];
  return object_types[slot_of(reference.place, self).type.object].frame;
}

bool Model::is_dynamic() const {
  return std::any_of(actions.begin(), actions.end(), [](const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
      return step.kind == Instruction::Kind::Start || step.kind == Instruction::Kind::Terminate ||
             step.kind == Instruction::Kind::Allocate;
    });
  });
}

ChannelId Model::fixed_channel(const Communication& communication) const {
  const Expr& expr = exprs[communication.channel];
  const bool is_known = expr.op == Op::Constant && expr.constant > 0 &&
                        static_cast<std::size_t>(expr.constant) <= channels.size();
  if (!is_known) return no_id<ChannelId>;
  const auto id = to_id<ChannelId>(static_cast<std::size_t>(expr.constant) - 1);
  return channels[id].is_global() ? id : no_id<ChannelId>;
}

ExprId Model::add_channel_number(ChannelId channel, SourceSpan span) {
  return add_constant(static_cast<Value>(to_index(channel)) + 1, span);
}

Model without_claim(Model model) {
  model.claim.reset();
  return model;
}

Model with_claim(Model model, ProcessTypeId type) {
  model.claim = Process{model.process_types[type].name, type, model.process_types[type].span};
  return model;
}

}  // namespace clew
