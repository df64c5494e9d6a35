#include "clew/reduce/obstacle.hpp"

namespace clew {

std::string obstacle_to_waiting(const Model& model, const Property& property) {
  if (model.composition == Composition::Synchronous) {
    return "in a synchronous system all processes move at once, and nothing can wait";
  }
  // EF p and AG p are decided by single states.
  if (property.kind == PropertyKind::Ctl && !is_some(property.expr)) {
    return "a formula over trees sees which moves there are in every state";
  }
  if (!is_some(property.claim)) return {};
  if (model.process_types[property.claim].ignores_repetition) return {};
  if (property.kind == PropertyKind::Ltl) {
    return "the formula has the operator X, which counts moves";
  }
  return "a claim may count moves; a formula without the operator X does not";
}

}  // namespace clew
