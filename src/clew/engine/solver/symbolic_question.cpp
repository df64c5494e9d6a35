#include "clew/engine/solver/symbolic_question.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "clew/encode/unrolled_runs.hpp"

namespace clew {

namespace {

SymbolicQuestion refused(std::string_view why) {
  SymbolicQuestion question;
  question.refusal = why;
  return question;
}

// A state in which the given thing cannot happen.
SymbolicQuestion dead_state(SymbolicModel& model, const std::optional<Lit>& is_alive,
                            Lit is_proper_end) {
  if (!is_alive) {
    return refused("whether anything can move depends on choices with too many combinations");
  }
  SymbolicQuestion question;
  question.by_state = model.circuit.both(!*is_alive, !is_proper_end);
  return question;
}

SymbolicQuestion failing_move(SymbolicModel& model) {
  std::vector<Lit> enabled;
  for (const SymbolicMove& move : model.failures) enabled.push_back(move.enabled);
  SymbolicQuestion question;
  question.by_move = model.circuit.any(enabled);
  return question;
}

SymbolicQuestion failing_claim(SymbolicModel& model) {
  std::vector<Lit> enabled;
  for (const SymbolicMove& move : model.failures) {
    if (move.claim_fails) enabled.push_back(move.enabled);
  }
  SymbolicQuestion question;
  question.by_move = model.circuit.any(enabled);
  return question;
}

SymbolicQuestion failing_assertion(SymbolicModel& model) {
  std::vector<Lit> breaks;
  for (const SymbolicMove& move : model.moves) breaks.push_back(move.breaks_assertion);
  for (const SymbolicMove& move : model.failures) breaks.push_back(move.breaks_assertion);
  SymbolicQuestion question;
  question.by_state = model.location_assertion_fails;
  question.by_move = model.circuit.any(breaks);
  return question;
}

std::vector<std::uint32_t> moves_that_count(const SymbolicModel& model, const EngineTask& task) {
  std::vector<std::uint32_t> moves;
  for (const std::uint32_t move : all_moves(model)) {
    if (task.ends == Ends::Stutter || !model.moves[move].is_stutter()) moves.push_back(move);
  }
  return moves;
}

SymbolicQuestion loop(const SymbolicModel& model, const EngineTask& task, Lit accepting) {
  if (task.fairness != Fairness::None) {
    return refused("no fairness: only the explicit engine can tell fair runs from others");
  }
  SymbolicQuestion question;
  question.is_about_loops = true;
  question.accepting = accepting;
  question.moves = moves_that_count(model, task);
  return question;
}

SymbolicQuestion question_without_moves(const Symbolic& symbolic, const Property& property) {
  SymbolicModel& model = *symbolic.model;
  SymbolicQuestion question;
  switch (property.kind) {
    case PropertyKind::Deadlock:
    case PropertyKind::DeadlockExists: return dead_state(model, model.can_move, model.proper_end);
    case PropertyKind::Endless: return dead_state(model, model.can_arrive, lit_false);
    case PropertyKind::Errors: return failing_move(model);
    case PropertyKind::ClaimErrors: return failing_claim(model);
    case PropertyKind::Assertions: return failing_assertion(model);
    case PropertyKind::Invariant:
      // An invariant without a value is not true.
      question.by_state = !symbolic.truth_of(property.expr).value;
      return question;
    case PropertyKind::Reach: {
      const SymbolicTruth truth = symbolic.truth_of(property.expr);
      question.by_state = truth.value;
      question.fails = truth.fails;
      return question;
    }
    default: return refused("solvers are not asked about trees of runs: try bdd or explicit");
  }
}

}  // namespace

SymbolicQuestion question_of(const Model& model, const Symbolic& symbolic, const Property& property,
                             const EngineTask& task) {
  SymbolicQuestion question;
  if (property.is_about_runs()) {
    // Without a claim every infinite run is accepted.
    question = loop(*symbolic.model, task, model.claim ? symbolic.model->accepting : lit_true);
  } else if (property.kind == PropertyKind::Infinite) {
    question = loop(*symbolic.model, task, lit_true);
  } else {
    question = question_without_moves(symbolic, property);
    question.moves = moves_that_count(*symbolic.model, task);
  }
  question.symbolic = symbolic;
  return question;
}

SymbolicQuestion as_question_about_states(const SymbolicQuestion& question) {
  SymbolicQuestion turned = question;
  turned.origin = question.symbolic.model;
  turned.symbolic.model = std::make_shared<SymbolicModel>(*question.symbolic.model);
  SymbolicModel& model = *turned.symbolic.model;
  Circuit& circuit = model.circuit;
  const auto bit_count = static_cast<std::uint32_t>(model.bits.size());
  const std::size_t value_count = model.values.size();
  for (std::size_t i = 0; i < value_count; ++i) {
    SymbolicValue copy = model.values[i];
    copy.name += "'";
    copy.first_bit += bit_count;
    model.values.push_back(copy);
  }
  const std::uint32_t in_loop = 2 * bit_count;
  const std::uint32_t accepted = in_loop + 1;
  for (const std::uint32_t bit : {in_loop, accepted}) {
    SymbolicValue mark;
    mark.name = bit == in_loop ? "loop" : "accepted";
    mark.first_bit = bit;
    mark.width = 1;
    mark.range = {0, 1};
    model.values.push_back(std::move(mark));
  }
  std::vector<Lit> begins{model.initial};
  while (model.bits.size() <= accepted) {
    model.bits.push_back(circuit.add_input());
    begins.push_back(!model.bits.back());
  }
  model.initial = circuit.all(begins);
  const Lit save = circuit.add_input();
  model.inputs.push_back(save);
  const Lit saves = circuit.both(save, !model.bits[in_loop]);
  const Lit is_in_loop = circuit.either(save, model.bits[in_loop]);
  std::vector<SymbolicMove::Update> added;
  for (std::uint32_t bit = 0; bit < bit_count; ++bit) {
    const std::uint32_t copy = bit + bit_count;
    added.push_back({copy, circuit.choose(saves, model.bits[bit], model.bits[copy])});
  }
  added.push_back({in_loop, is_in_loop});
  added.push_back({accepted, circuit.either(model.bits[accepted],
                                            circuit.both(is_in_loop, question.accepting))});
  for (SymbolicMove& move : model.moves) {
    move.updates.insert(move.updates.end(), added.begin(), added.end());
  }
  std::vector<Lit> closed{model.bits[in_loop], model.bits[accepted]};
  for (std::uint32_t bit = 0; bit < bit_count; ++bit) {
    closed.push_back(circuit.same(model.bits[bit], model.bits[bit + bit_count]));
  }
  turned.by_state = circuit.all(closed);
  turned.is_about_loops = false;
  turned.in_loop_bit = in_loop;
  return turned;
}

SymbolicRun::SymbolicRun(const Symbolic& symbolic, std::vector<bool> first_bits)
    : symbolic_(symbolic), first_bits_(std::move(first_bits)), bits_(first_bits_) {}

std::vector<bool> SymbolicRun::node_values(const std::vector<bool>& inputs) const {
  const SymbolicModel& model = *symbolic_.model;
  std::unordered_map<std::uint32_t, bool> given;  // by node
  for (std::size_t i = 0; i < bits_.size(); ++i) given[node_of(model.bits[i])] = bits_[i];
  for (std::size_t i = 0; i < inputs.size(); ++i) given[node_of(model.inputs[i])] = inputs[i];
  std::vector<bool> in_order;
  for (std::uint32_t node = 0; node < model.circuit.node_count(); ++node) {
    if (model.circuit.gate(node).kind == Gate::Kind::Input) in_order.push_back(given[node]);
  }
  return evaluate(model.circuit, in_order);
}

bool SymbolicRun::is_true(Lit lit, const std::vector<bool>& inputs) const {
  return node_values(inputs)[node_of(lit)] != is_negated(lit);
}

void SymbolicRun::take(std::uint32_t move, const std::vector<bool>& inputs,
                       std::optional<std::uint32_t> in_loop_bit) {
  const SymbolicMove& taken = symbolic_.model->moves[move];
  const std::vector<bool> values = node_values(inputs);
  moves_.push_back(symbolic_.firings_of(taken, inputs));
  for (const SymbolicMove::Update& update : taken.updates) {
    bits_[update.bit] = values[node_of(update.value)] != is_negated(update.value);
  }
  if (in_loop_bit && bits_[*in_loop_bit] && !loop_start_) loop_start_ = moves_.size() - 1;
}

void SymbolicRun::end_with_decision(const Property& property, const std::vector<bool>& inputs) {
  const SymbolicModel& model = *symbolic_.model;
  const std::vector<bool> values = node_values(inputs);
  const auto is_so = [&](Lit lit) { return values[node_of(lit)] != is_negated(lit); };
  const bool is_about_claim = property.kind == PropertyKind::ClaimErrors;
  const auto try_all = [&](const std::vector<SymbolicMove>& moves, bool wants_failure) {
    for (const SymbolicMove& move : moves) {
      if (is_about_claim && !move.claim_fails) continue;
      if (!is_so(wants_failure ? move.enabled : move.breaks_assertion)) continue;
      moves_.push_back(symbolic_.firings_of(move, inputs));
      return true;
    }
    return false;
  };
  if (property.kind == PropertyKind::Errors || is_about_claim) {
    try_all(model.failures, true);
  } else if (property.kind == PropertyKind::Assertions) {
    if (is_so(model.location_assertion_fails) || try_all(model.moves, false)) return;
    try_all(model.failures, false);
  }
}

}  // namespace clew
