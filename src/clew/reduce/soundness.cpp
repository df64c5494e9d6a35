#include "clew/reduce/soundness.hpp"

#include "clew/model/intervals.hpp"
#include "clew/property/claim_automaton.hpp"
#include "clew/property/repetition.hpp"

namespace clew {

namespace {

std::string obstacle_in_claim(const Model& model, ProcessTypeId claim) {
  // What it reads after how many moves decides whether it can: the runs that it accepts do not tell.
  if (claim_can_fail(model, claim)) {
    return "a guard or an effect of the claim may have no value, and where it is read must not "
           "change";
  }
  const auto automaton = automaton_of_claim(model, claim);
  const Repetition repetition = automaton ? repetition_in(*automaton) : Repetition::Unknown;
  switch (repetition) {
    case Repetition::Ignored: return {};
    case Repetition::Counted:
      return "the claim counts moves; a formula without the operator X does not";
    case Repetition::Unknown: break;
  }
  return "the claim may count moves; it is too large, or does too much, to see that it does not";
}

}  // namespace

std::string reason_against_partial_order(const Model& model, const Property& property) {
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
  return obstacle_in_claim(model, property.claim);
}

}  // namespace clew
