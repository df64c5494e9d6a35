#include "clew/walk/claim_failures.hpp"

#include <fmt/format.h>

#include "clew/model/print.hpp"

namespace clew {

namespace {

std::string text_of(const Model& model, const Move& move) {
  const Action& action = model.actions[move.firings.back().action];
  const std::string error = text_of(*move.error);
  if (move.claim_failure == ClaimFailure::Effect) {
    return fmt::format("the effect '{}' of the claim fails: {}", effect_text(model, action), error);
  }
  return fmt::format("the guard '{}' of the claim has no value: {}",
                     text_of(model, action.guard, action.owner), error);
}

}  // namespace

ClaimFailures claim_failures_in(const Interpreter& judge, const State& state) {
  ClaimFailures failures;
  judge.moves(state, [&](const Move& move) {
    if (move.claim_failure == ClaimFailure::None) return;
    std::string text = text_of(judge.model(), move);
    if (failures.count++ > 0 && text >= failures.text) return;
    failures.text = std::move(text);
    const bool is_missing =
        move.claim_failure == ClaimFailure::Guard && move.error->kind == ErrorKind::NoSuchProcess;
    failures.guard_without_process =
        is_missing ? judge.model().actions[move.firings.back().action].guard : no_id<ExprId>;
  });
  return failures;
}

}  // namespace clew
