#include "clew/encode/bounded_question.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clew {

namespace {

bool is_endless(const Property& property) {
  return is_some(property.claim) || property.kind == PropertyKind::Infinite ||
         (property.kind == PropertyKind::Ctl && !is_some(property.expr));
}

}  // namespace

std::string bound_refusal(const Model& model, const Property& property) {
  if (!model.moves_max || !is_endless(property)) return {};
  return fmt::format(
      "the model bounds its runs to {} moves, and the question is about infinite ones",
      *model.moves_max);
}

BoundedQuestion question_about(const Model& system, const Symbolic& symbolic,
                               const Property& property, std::string& refusal) {
  BoundedQuestion question;
  SymbolicModel& model = *symbolic.model;
  refusal = bound_refusal(system, property);
  if (!refusal.empty()) return question;
  switch (property.kind) {
    case PropertyKind::Deadlock:
    case PropertyKind::DeadlockExists:
      if (!model.can_move) refusal = too_many_choices;
      question.found = model.circuit.both(!model.can_move.value_or(lit_true), !model.proper_end);
      return question;
    case PropertyKind::Endless:
      if (!model.can_arrive) refusal = too_many_choices;
      question.found = !model.can_arrive.value_or(lit_true);
      return question;
    case PropertyKind::Assertions:
      if (std::any_of(model.failures.begin(), model.failures.end(), [](const SymbolicMove& move) {
            return move.breaks_assertion != lit_false;
          })) {
        refusal = "an assertion may fail in a move that goes wrong after it";
      }
      question.found = model.location_assertion_fails;
      question.counts_broken_assertions = true;
      return question;
    case PropertyKind::Errors: question.kind = BoundedQuestion::Kind::Failure; return question;
    case PropertyKind::ClaimErrors:
      refusal = "whether a claim fails is asked of the engines of Clew";
      return question;
    case PropertyKind::Invariant:
      question.found = !symbolic.truth_of(property.expr).value;
      return question;
    case PropertyKind::Reach:
      question.found = symbolic.truth_of(property.expr).value;
      return question;
    case PropertyKind::Infinite:
      question.kind = BoundedQuestion::Kind::Lasso;
      question.found = lit_true;
      return question;
    case PropertyKind::Ctl:
      if (!is_some(property.expr)) {
        refusal = "the formula is about trees, and no single run answers it";
        return question;
      }
      question.found = symbolic.truth_of(property.expr).value;
      return question;
    default:
      question.kind = BoundedQuestion::Kind::Lasso;
      question.found = model.accepting;
      question.counts_stutters = property.kind != PropertyKind::Progress;
      return question;
  }
}

AskedSystem asked_system(const Model& model, const Property& property) {
  AskedSystem asked;
  const bool is_watched = is_some(property.claim);
  Model system = without_claim(model);
  if (is_watched) system = with_claim(std::move(system), property.claim);
  asked.model = std::make_shared<const Model>(std::move(system));
  asked.refusal = bound_refusal(*asked.model, property);
  if (!asked.refusal.empty()) return asked;
  asked.symbolic = symbolic_model(*asked.model, Notes::Terms);
  asked.refusal = asked.symbolic.refusal;
  if (!asked.refusal.empty()) return asked;
  asked.question = question_about(*asked.model, asked.symbolic, property, asked.refusal);
  return asked;
}

}  // namespace clew
