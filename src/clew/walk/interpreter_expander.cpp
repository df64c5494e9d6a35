#include "clew/walk/interpreter_expander.hpp"

namespace clew {

InterpreterExpander::InterpreterExpander(const StatePacking& walked,
                                         const std::vector<Property>& properties, MoveLabel label)
    : walked_(walked),
      properties_(properties),
      action_taken_(walked.judge().model().actions.size(), false),
      label_(label) {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const PropertyKind kind = properties[i].kind;
    const bool about_states =
        kind == PropertyKind::Invariant || kind == PropertyKind::Reach ||
        (kind == PropertyKind::Assertions && !walked.judge().model().assertions.empty());
    if (about_states) looked_at_.push_back(static_cast<std::uint32_t>(i));
  }
}

Expanded InterpreterExpander::expand(const std::uint64_t* state, SuccessorBuffer& out) {
  Expanded expanded;
  labels_.clear();
  const auto pause = [this] { return may_go_on() ? Continue::Yes : Continue::No; };
  const auto found = [&](const Move& move) {
    for (const Firing& firing : move.firings) action_taken_[to_index(firing.action)] = true;
    if (move.failed_assertion) ++expanded.asserting;
    if (move.target) {
      walked_.pack(*move.target, target_);
      out.add(target_);
      if (label_ != MoveLabel::None) labels_.push_back(label_of(label_, move.firings));
    }
    const bool go_on = ++moves_seen_ % moves_per_question != 0 || may_go_on();
    return go_on ? Continue::Yes : Continue::No;
  };
  const Expansion expansion = walked_.judge().moves(walked_.state(state), found, pause);
  expanded.moves = expansion.moves;
  expanded.errors = expansion.errors;
  expanded.deadlock = expansion.deadlock;
  return expanded;
}

bool InterpreterExpander::look(const std::uint64_t* words, Looked& found) {
  found.seen.clear();
  found.failed.clear();
  const State state = walked_.state(words);
  const Interpreter& judge = walked_.judge();
  for (const std::uint32_t i : looked_at_) {
    const Property& property = properties_[i];
    if (property.kind == PropertyKind::Assertions) {
      if (judge.failed_assertion(state)) found.seen.push_back(i);
      continue;
    }
    const Evaluation evaluation = judge.evaluate(property.expr, state);
    if (property.kind == PropertyKind::Invariant) {
      // An invariant without a value is not true.
      if (evaluation.error || evaluation.value == 0) found.seen.push_back(i);
    } else if (evaluation.error) {
      found.failed.push_back(i);
    } else if (evaluation.value != 0) {
      found.seen.push_back(i);
    }
  }
  return !found.seen.empty() || !found.failed.empty();
}

void InterpreterExpander::mark_taken(std::vector<bool>& action_taken) const {
  for (std::size_t i = 0; i < action_taken_.size(); ++i) {
    if (action_taken_[i]) action_taken[i] = true;
  }
}

}  // namespace clew
