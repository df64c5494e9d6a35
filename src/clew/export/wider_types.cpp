#include "clew/export/wider_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "clew/model/intervals.hpp"

namespace clew {

namespace {

// Two places that may be the same, whichever process they belong to.
bool may_be_same(const Place& a, const Place& b) {
  return a.slot == b.slot && (a.scope == Scope::Global) == (b.scope == Scope::Global) &&
         a.scope != Scope::Constant && b.scope != Scope::Constant;
}

bool may_read(const Model& model, ExprId id, const Place& place) {
  const Expr& expr = model.exprs[id];
  if (expr.op == Op::Read) {
    if (may_be_same(expr.place, place)) return true;
    if (is_some(expr.place.index) && may_read(model, expr.place.index, place)) return true;
    if (is_some(expr.place.owner) && may_read(model, expr.place.owner, place)) return true;
  }
  const auto operands = operands_of(expr);
  return std::any_of(operands.begin(), operands.end(),
                     [&](ExprId operand) { return may_read(model, operand, place); });
}

// What the guard says about a value is still true of it when it is stored: nobody has changed what it
// is made of.
bool is_of_source_state(const Model& model, const Action& action, std::size_t index) {
  const bool others_move = model.composition == Composition::Synchronous ||
                           action.communication.kind != Communication::Kind::None ||
                           (model.claim && model.claim->type == action.owner);
  if (others_move) return false;
  if (action.is_simultaneous) return true;
  for (std::size_t i = 0; i < index; ++i) {
    const Instruction& before = action.effect[i];
    if (before.kind != Instruction::Kind::Assign) return false;
    if (may_read(model, action.effect[index].value, before.target)) return false;
  }
  return true;
}

// Of an action that is never taken.
constexpr Range nothing{full_range.high, full_range.low};

// Narrows `values`, those of the expression `value`, to those for which `condition` is true.
void assume(const Model& model, ExprId condition, ExprId value, Range& values) {
  const Expr& expr = model.exprs[condition];
  if (expr.op == Op::Constant && expr.constant == 0) values = nothing;
  if (expr.op == Op::And) {
    assume(model, expr.left, value, values);
    assume(model, expr.right, value, values);
    return;
  }
  if (!is_binary(expr.op) || expr.left != value) return;
  const Expr& bound = model.exprs[expr.right];
  if (bound.op != Op::Constant) return;
  if (expr.op == Op::LessEqual) values.high = std::min(values.high, bound.constant);
  if (expr.op == Op::GreaterEqual) values.low = std::max(values.low, bound.constant);
}

class Widening {
 public:
  Widening(Model& model, std::span<const Range> types, std::string_view language)
      : model_(model), types_(types), language_(language) {}

  // What is in the way; empty if nothing is.
  std::string run() {
    for (const Action& action : model_.actions) {
      for (std::size_t i = 0; i < action.effect.size(); ++i) {
        if (action.effect[i].kind != Instruction::Kind::Assign) continue;
        const Range values = values_stored(model_, action, i);
        check(model_.slot_of(action.effect[i].target, action.owner), values, action.text);
      }
      check_received(action);
    }
    for (std::size_t i = 0; i < model_.process_types.size(); ++i)
      check_setup(to_id<ProcessTypeId>(i));
    if (!refusal_.empty()) return refusal_;
    widen(model_.globals);
    for (ProcessType& type : model_.process_types) widen(type.frame);
    return {};
  }

 private:
  // The type it gets; null if it keeps its own.
  const Range* type_for(const Slot& slot) const {
    if (slot.type.overflow == Overflow::Wrap || slot.type.is_reference() || slot.type.is_channel) {
      return nullptr;
    }
    const auto found = std::find_if(types_.begin(), types_.end(), [&](const Range& type) {
      return lies_within(slot.type.range, type);
    });
    return found == types_.end() || *found == slot.type.range ? nullptr : &*found;
  }

  void check(const Slot& slot, Range values, std::string_view where) {
    const Range range = slot.type.range;
    const bool is_kept = values.low > values.high || lies_within(values, range);
    if (!refusal_.empty() || type_for(slot) == nullptr || is_kept) return;
    refusal_ = fmt::format(
        "variable '{}' ranges over {}..{}, for which {} has no type, and '{}' may take it out of "
        "that range, an error that a wider type would hide",
        slot.name, range.low, range.high, language_, where);
  }

  void check_received(const Action& action) {
    const Communication& communication = action.communication;
    const ChannelId channel = communication.kind == Communication::Kind::Receive
                                  ? model_.fixed_channel(communication)
                                  : no_id<ChannelId>;
    for (std::size_t i = 0; i < communication.items.size(); ++i) {
      if (communication.items[i].kind != ReceiveItem::Kind::Store) continue;
      const Range values = is_some(channel) ? model_.channels[channel].items[i].range : full_range;
      check(model_.slot_of(communication.items[i].target, action.owner), values, action.text);
    }
  }

  void check_setup(ProcessTypeId id) {
    const ProcessType& type = model_.process_types[id];
    for (const Instruction& step : type.setup) {
      if (step.kind != Instruction::Kind::Assign) continue;
      check(model_.slot_of(step.target, id), interval_of(model_, step.value, id), type.name);
    }
  }

  void widen(Frame& frame) const {
    for (Slot& slot : frame.slots) {
      if (const Range* type = type_for(slot)) slot.type.range = *type;
    }
  }

  Model& model_;
  std::span<const Range> types_;
  std::string_view language_;
  std::string refusal_;
};

}  // namespace

Range values_stored(const Model& model, const Action& action, std::size_t index) {
  const ExprId value = action.effect[index].value;
  Range values = interval_of(model, value, action.owner);
  const bool is_guarded = is_some(action.guard) && is_of_source_state(model, action, index);
  if (is_guarded) assume(model, action.guard, value, values);
  return values;
}

Widened widened(Model model, std::span<const Range> types, std::string_view language) {
  Widened result{std::move(model), {}};
  // What comes and goes is not translated anyway.
  if (!result.model.is_dynamic()) result.refusal = Widening(result.model, types, language).run();
  return result;
}

}  // namespace clew
