#include "clew/model/interpreter.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/contract.hpp"
#include "clew/model/moves.hpp"

namespace clew {

Interpreter::Interpreter(const Model& model)
    : model_(model),
      layout_(model),
      effects_(model, layout_, this),
      is_dynamic_(model.is_dynamic()) {
  for (const ProcessType& type : model.process_types) {
    outgoing_.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
  }
  for (std::size_t i = 0; i < model.actions.size(); ++i) {
    const Action& action = model.actions[to_id<ActionId>(i)];
    outgoing_[action.owner][action.from].push_back(to_id<ActionId>(i));
  }
  uses_timeout_ = std::any_of(model.exprs.begin(), model.exprs.end(),
                              [](const Expr& expr) { return expr.op == Op::Timeout; });
  has_independent_actions_ =
      !uses_timeout_ &&
      std::none_of(model.actions.begin(), model.actions.end(), [](const Action& action) {
        return action.is_else || action.alternative != 0 || action.escape != 0 ||
               action.then != Action::Then::Ends;
      });
  declared_state_ = clew::initial_state(model_, layout_);
  set_up_processes();
  if (!has_fixed_start(model)) initial_states_.emplace(model, declared_state_);
}

void Interpreter::set_up_processes() {
  Happenings ignored;
  for (std::size_t i = 0; i < model_.processes.size() && !setup_error_; ++i) {
    const auto process = to_id<ProcessId>(i);
    setup_error_ = effects_.run(model_.type_of(process).setup, declared_state_, process, ignored);
  }
}

std::optional<bool> Interpreter::is_enabled(const State& state, ProcessId process) const {
  // Nothing is asked about the moves of the process asked about.
  return StepMaker(*this, nullptr).is_enabled(state, process);
}

const std::vector<ActionId>& Interpreter::outgoing(const State& state, ProcessId process) const {
  return outgoing_[state.type_of(process)][state.location_of(process)];
}

bool Interpreter::at_proper_end(const State& state) const {
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    const ProcessType& type = model_.process_types[state.type_of(process)];
    if (!type.locations[state.location_of(process)].is_end) return false;
  }
  // A model without any process left has nothing to do, and nothing to wait for.
  return true;
}

Expansion Interpreter::list_moves(const State& source, MoveSink found,
                                  const std::span<const Firing>* wanted, const Pause* pause) const {
  if (model_.composition == Composition::Synchronous) {
    return SynchronousMoves(*this, source, wanted, found, pause).run();
  }
  return AsynchronousMoves(*this, source, wanted, found, pause).run();
}

void Interpreter::move_with(const State& source, std::span<const Firing> firings,
                            FunctionRef<void(const Move&)> found) const {
  // Where only the claim moves, the system must have no move at all.
  const bool can_restrict =
      has_independent_actions_ && !firings.empty() && firings.front().process != claim_id;
  list_moves(
      source,
      [&](const Move& move) {
        const bool is_it =
            std::equal(move.firings.begin(), move.firings.end(), firings.begin(), firings.end());
        if (is_it) found(move);
        return is_it ? Continue::No : Continue::Yes;
      },
      can_restrict ? &firings : nullptr, nullptr);
}

State Interpreter::initial_state() const {
  if (initial_states_) {
    throw ContractError("Interpreter::initial_state: the model has not exactly one initial state");
  }
  return declared_state_;
}

bool Interpreter::is_initial(const State& state) const {
  return initial_states_ ? initial_states_->contains(state) : state == declared_state_;
}

void Interpreter::list_initial_states(InitialStates::Found found,
                                      InitialStates::Pause pause) const {
  if (initial_states_) return initial_states_->for_each(found, pause);
  found(declared_state_);
}

Evaluation Interpreter::evaluate(ExprId expr, const State& state) const {
  Evaluator evaluator(model_, state, no_id<ProcessId>, this);
  Evaluation result;
  result.value = evaluator.value(expr);
  if (evaluator.failed()) result.error = evaluator.error();
  return result;
}

std::optional<Interpreter::FailedAssertion> Interpreter::failed_assertion(
    const State& state) const {
  for (std::size_t i = 0; i < model_.assertions.size(); ++i) {
    const Assertion& assertion = model_.assertions[i];
    for (std::size_t p = 0; p < state.process_count(); ++p) {
      const auto process = to_id<ProcessId>(p);
      if (state.type_of(process) != assertion.owner) continue;
      if (state.location_of(process) != assertion.location) continue;
      Evaluator evaluator(model_, state, process);
      const bool holds = evaluator.is_true(assertion.expr);
      if (evaluator.failed()) return FailedAssertion{i, evaluator.error()};
      if (!holds) return FailedAssertion{i, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace clew
