#include "clew/reduce/local_variables.hpp"

#include <algorithm>

namespace clew {

bool is_written_by_others(const Model& model, SlotId slot) {
  const auto is_it = [&](const Place& place) {
    return place.slot == slot && (place.scope == Scope::Process || place.scope == Scope::Numbered);
  };
  return std::any_of(model.actions.begin(), model.actions.end(), [&](const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(),
                       [&](const Instruction& step) { return is_it(step.target); }) ||
           std::any_of(action.communication.items.begin(), action.communication.items.end(),
                       [&](const ReceiveItem& item) { return is_it(item.target); });
  });
}

std::optional<Value> added_to(const Model& model, const Expr& sum, SlotId slot) {
  if (sum.op != Op::Add) return std::nullopt;
  const Expr& left = model.exprs[sum.left];
  const Expr& right = model.exprs[sum.right];
  const bool is_it = left.op == Op::Read && left.place.scope == Scope::Self &&
                     left.place.slot == slot && right.op == Op::Constant && right.constant > 0;
  return is_it ? std::optional(right.constant) : std::nullopt;
}

}  // namespace clew
