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
  return find_named(locations, wanted);
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

const Frame& Model::frame_of(const Place& place, ProcessTypeId self) const {
  switch (place.scope) {
    case Scope::Global: return globals;
    case Scope::Constant: return constants;
    case Scope::Process: return type_of(place.process).frame;
    case Scope::Self: return process_types[self].frame;
    case Scope::Object: break;
  }
  // The object's type is that of the slot its reference is read from.
  const Expr& reference = exprs[place.object];
  return object_types[slot_of(reference.place, self).type.object].frame;
}

bool Model::is_dynamic() const {
  return std::any_of(actions.begin(), actions.end(), [](const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
      return step.kind != Instruction::Kind::Assign;
    });
  });
}

Model without_claim(Model model) {
  model.claim.reset();
  return model;
}

}  // namespace clew
