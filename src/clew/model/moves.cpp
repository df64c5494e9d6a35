#include "clew/model/moves.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

RuntimeError too_many(SourceSpan span) {
  return {ErrorKind::TooManyParts, span, 0, {0, static_cast<Value>(parts_max)}, {}};
}

}  // namespace

// --- both compositions

GuardOutcome MoveMaker::guard(const Action& action, const State& state, ProcessId process,
                              MaybeError& error) const {
  if (!is_some(action.guard)) return GuardOutcome::Enabled;
  Evaluator evaluator(model_, state, process);
  const bool enabled = evaluator.is_true(action.guard);
  if (evaluator.failed()) {
    error = evaluator.error();
    return GuardOutcome::Failed;
  }
  return enabled ? GuardOutcome::Enabled : GuardOutcome::Disabled;
}

MoveMaker::MaybeError MoveMaker::store(State& state, Address address, Value value,
                                       SourceSpan span) const {
  if (auto error = convert(value, address.slot->type, address.slot, span)) return error;
  state.values[address.offset] = value;
  return std::nullopt;
}

MoveMaker::MaybeError MoveMaker::run_instruction(const Instruction& step, State& state,
                                                 ProcessId process) const {
  Evaluator evaluator(model_, state, process);
  switch (step.kind) {
    case Instruction::Kind::Assign: {
      const Address address = evaluator.address(step.target);
      const Value value = evaluator.value(step.value);
      if (evaluator.failed()) return evaluator.error();
      return store(state, address, value, step.span);
    }
    case Instruction::Kind::Start: {
      std::vector<Value> arguments;
      for (const ExprId argument : step.arguments) arguments.push_back(evaluator.value(argument));
      if (evaluator.failed()) return evaluator.error();
      if (state.process_count() >= parts_max) return too_many(step.span);
      state = with_process(model_, judge_.layout(), state, step.process_type);
      const auto& part = state.shape->processes.back();
      const Frame& frame = model_.process_types[part.type].frame;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Slot& slot = frame.slots[to_id<SlotId>(i)];
        const Address address{part.offset + 1 + slot.offset, &slot};
        if (auto error = store(state, address, arguments[i], step.span)) return error;
      }
      return std::nullopt;
    }
    case Instruction::Kind::Terminate:
      state = without_last_process(model_, judge_.layout(), state);
      return std::nullopt;
    case Instruction::Kind::Allocate: {
      const Address address = evaluator.address(step.target);
      if (evaluator.failed()) return evaluator.error();
      if (state.shape->objects.size() >= parts_max) return too_many(step.span);
      state = with_object(model_, judge_.layout(), state, step.object_type);
      state.values[address.offset] = static_cast<Value>(state.shape->objects.size());
      return std::nullopt;
    }
  }
  return std::nullopt;
}

MoveMaker::MaybeError MoveMaker::run_effect(const Action& action, State& state,
                                            ProcessId process) const {
  for (const Instruction& step : action.effect) {
    if (auto error = run_instruction(step, state, process)) return error;
  }
  return std::nullopt;
}

void MoveMaker::emit(const State* target, const MaybeError& error) {
  ++expansion_.moves;
  if (error) ++expansion_.errors;
  const Move move{firings_, error ? nullptr : target, error ? &*error : nullptr};
  if (found_(move) == Continue::No) stopped_ = true;
}

// --- asynchronous

bool AsynchronousMoves::is_committed(ProcessId process) const {
  const ProcessType& type = model_.process_types[source_.type_of(process)];
  return type.locations[source_.location_of(process)].committed;
}

bool AsynchronousMoves::some_process_committed() const {
  for (std::size_t i = 0; i < source_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    if (is_committed(process)) return true;
  }
  return false;
}

Expansion AsynchronousMoves::run() {
  committed_only_ = some_process_committed();
  for (std::size_t i = 0; i < source_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    if (committed_only_ && !is_committed(process)) continue;
    for (const ActionId id : judge_.outgoing(source_, process)) {
      if (stopped_) return expansion_;
      fire(source_, process, id);
    }
  }
  if (system_moves_ == 0) {
    expansion_.deadlock = !judge_.at_proper_end(source_);
    // A system without a move stutters: the claim goes on alone, so that it sees maximal runs.
    if (model_.claim) join_claim(&source_, std::nullopt);
  }
  return expansion_;
}

void AsynchronousMoves::fire(const State& state, ProcessId process, ActionId id) {
  const Action& action = model_.actions[id];
  const Communication& communication = action.communication;
  const bool talks = communication.kind != Communication::Kind::None;
  if (talks && model_.channels[communication.channel].is_rendezvous()) {
    // A pair is found from its sender.
    if (communication.kind == Communication::Kind::Send) rendezvous(state, process, id);
    return;
  }
  MaybeError error;
  const GuardOutcome outcome = guard(action, state, process, error);
  if (outcome == GuardOutcome::Disabled) return;
  if (talks && !buffer_serves(communication, state)) return;
  State target = state;
  if (!error && talks) error = use_buffer(communication, state, target, process);
  firings_.push_back({process, id});
  if (!error) {
    target.set_location(process, action.to);
    error = run_effect(action, target, process);
  }
  if (error) {
    finish(nullptr, error);
  } else {
    arrive(std::move(target), process, action.goes_on);
  }
  firings_.pop_back();
}

bool AsynchronousMoves::buffer_serves(const Communication& communication,
                                      const State& state) const {
  const Value fill = state.values[judge_.layout().channel_offset[communication.channel]];
  if (communication.kind == Communication::Kind::Receive) return fill > 0;
  return static_cast<std::uint32_t>(fill) < model_.channels[communication.channel].capacity;
}

MoveMaker::MaybeError AsynchronousMoves::use_buffer(const Communication& communication,
                                                    const State& state, State& target,
                                                    ProcessId process) const {
  const Channel& channel = model_.channels[communication.channel];
  const std::uint32_t begin = judge_.layout().channel_offset[communication.channel];
  const auto width = static_cast<std::uint32_t>(channel.items.size());
  const auto first = target.values.begin() + begin + 1;
  Value& fill = target.values[begin];
  Evaluator evaluator(model_, state, process);
  if (communication.kind == Communication::Kind::Send) {
    for (std::uint32_t i = 0; i < width; ++i) {
      Value value = evaluator.value(communication.values[i]);
      if (evaluator.failed()) return evaluator.error();
      if (auto error = convert(value, channel.items[i], nullptr, communication.span)) return error;
      first[fill * static_cast<Value>(width) + static_cast<Value>(i)] = value;
    }
    ++fill;
    return std::nullopt;
  }
  // The oldest message leaves; the others move up, and what gets free becomes zero.
  const std::vector<Value> message(first, first + width);
  std::copy(first + width, first + channel.capacity * width, first);
  std::fill(first + (channel.capacity - 1) * width, first + channel.capacity * width, 0);
  --fill;
  for (std::uint32_t i = 0; i < width; ++i) {
    const Address address = evaluator.address(communication.targets[i]);
    if (evaluator.failed()) return evaluator.error();
    if (auto error = store(target, address, message[i], communication.targets[i].span))
      return error;
  }
  return std::nullopt;
}

void AsynchronousMoves::rendezvous(const State& state, ProcessId sender, ActionId send) {
  const Action& sending = model_.actions[send];
  MaybeError sender_error;
  if (guard(sending, state, sender, sender_error) == GuardOutcome::Disabled) return;
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    const auto receiver = to_id<ProcessId>(i);
    if (receiver == sender) continue;
    if (committed_only_ && !is_committed(receiver)) continue;
    for (const ActionId receive : judge_.outgoing(state, receiver)) {
      const Communication& other = model_.actions[receive].communication;
      if (other.kind != Communication::Kind::Receive) continue;
      if (other.channel != sending.communication.channel) continue;
      if (!stopped_) rendezvous_pair(state, {sender, send}, {receiver, receive}, sender_error);
    }
  }
}

void AsynchronousMoves::rendezvous_pair(const State& state, Firing sender, Firing receiver,
                                        const MaybeError& sender_error) {
  const Action& receiving = model_.actions[receiver.action];
  MaybeError error;
  if (guard(receiving, state, receiver.process, error) == GuardOutcome::Disabled) return;
  if (sender_error) error = sender_error;
  State target = state;
  if (!error) error = exchange(target, state, sender, receiver);
  firings_.push_back(sender);
  firings_.push_back(receiver);
  if (error) {
    finish(nullptr, error);
  } else {
    arrive(std::move(target), receiver.process, receiving.goes_on);
  }
  firings_.resize(firings_.size() - 2);
}

MoveMaker::MaybeError AsynchronousMoves::exchange(State& target, const State& state, Firing sender,
                                                  Firing receiver) const {
  const Action& sending = model_.actions[sender.action];
  const Action& receiving = model_.actions[receiver.action];
  const Channel& channel = model_.channels[sending.communication.channel];
  target.set_location(sender.process, sending.to);
  target.set_location(receiver.process, receiving.to);

  // Values and target indices both come from the source state, whatever is stored meanwhile.
  Evaluator sent(model_, state, sender.process);
  Evaluator wanted(model_, state, receiver.process);
  for (std::size_t i = 0; i < channel.items.size(); ++i) {
    Value value = sent.value(sending.communication.values[i]);
    if (sent.failed()) return sent.error();
    if (auto error = convert(value, channel.items[i], nullptr, sending.communication.span)) {
      return error;
    }
    const Place& place = receiving.communication.targets[i];
    const Address address = wanted.address(place);
    if (wanted.failed()) return wanted.error();
    if (auto error = store(target, address, value, place.span)) return error;
  }
  if (auto error = run_effect(receiving, target, receiver.process)) return error;
  return run_effect(sending, target, sender.process);
}

void AsynchronousMoves::arrive(State&& target, ProcessId process, bool goes_on) {
  goes_on = goes_on && to_index(process) < target.process_count();  // it may have ended
  if (judge_.is_dynamic_) target = with_canonical_heap(model_, judge_.layout(), target);
  if (!goes_on) return finish(&target, std::nullopt);
  if (std::find(within_move_.begin(), within_move_.end(), target) != within_move_.end()) {
    const SourceSpan span = model_.actions[firings_.back().action].span;
    return finish(nullptr, RuntimeError{ErrorKind::EndlessMove, span, 0, {}, {}});
  }
  within_move_.push_back(std::move(target));
  const State here = within_move_.back();
  const std::size_t before = system_moves_;
  for (const ActionId id : judge_.outgoing(here, process)) {
    if (!stopped_) fire(here, process, id);
  }
  // Blocked in the middle: the move ends here and everybody may go on.
  if (system_moves_ == before && !stopped_) finish(&here, std::nullopt);
  within_move_.pop_back();
}

void AsynchronousMoves::finish(const State* target, const MaybeError& error) {
  ++system_moves_;
  if (model_.claim) {
    join_claim(target, error);
  } else {
    emit(target, error);
  }
}

void AsynchronousMoves::join_claim(const State* target, const MaybeError& error) {
  for (const ActionId id : judge_.outgoing(source_, claim_id)) {
    const Action& action = model_.actions[id];
    MaybeError claim_error;
    if (stopped_) return;
    if (guard(action, source_, claim_id, claim_error) == GuardOutcome::Disabled) continue;
    if (error) claim_error = error;
    State joined;
    if (!claim_error) {
      joined = *target;
      joined.set_location(claim_id, action.to);
      claim_error = run_effect(action, joined, claim_id);
    }
    firings_.push_back({claim_id, id});
    emit(&joined, claim_error);
    firings_.pop_back();
  }
}

// --- synchronous

SynchronousMoves::Choice SynchronousMoves::choice_of(ProcessId process, ActionId id,
                                                     const MaybeError& guard_error) const {
  const Action& action = model_.actions[id];
  Choice choice{{process, id}, {}, guard_error};
  if (guard_error) return choice;
  State changed = source_;
  changed.set_location(process, action.to);
  choice.writes.push_back({source_.part(process).offset, 0});
  for (const Instruction& step : action.effect) {
    // What was assigned counts as written even if the value stays the same.
    Evaluator evaluator(model_, changed, process);
    choice.writes.push_back({evaluator.address(step.target).offset, 0});
    choice.error = run_instruction(step, changed, process);
    if (choice.error) return choice;
  }
  for (Write& write : choice.writes) write.value = changed.values[write.offset];
  return choice;
}

std::vector<SynchronousMoves::Choice> SynchronousMoves::choices_of(ProcessId process) const {
  std::vector<Choice> choices;
  for (const ActionId id : judge_.outgoing(source_, process)) {
    MaybeError error;
    if (guard(model_.actions[id], source_, process, error) == GuardOutcome::Disabled) continue;
    choices.push_back(choice_of(process, id, error));
  }
  return choices;
}

Expansion SynchronousMoves::run() {
  bool system_blocked = source_.process_count() == 0;
  for (std::size_t i = 0; i < source_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    choices_.push_back(choices_of(process));
    if (choices_.back().empty()) system_blocked = true;
  }
  if (system_blocked) {
    expansion_.deadlock = !judge_.at_proper_end(source_);
    choices_.clear();
    if (!model_.claim) return expansion_;
  }
  if (model_.claim) choices_.push_back(choices_of(claim_id));
  combine(0);
  return expansion_;
}

void SynchronousMoves::combine(std::size_t position) {
  if (position == choices_.size()) return emit_combination();
  for (const Choice& choice : choices_[position]) {
    if (stopped_) return;
    chosen_.push_back(&choice);
    firings_.push_back(choice.firing);
    combine(position + 1);
    firings_.pop_back();
    chosen_.pop_back();
  }
}

void SynchronousMoves::emit_combination() {
  State target = source_;
  std::vector<const Choice*> writer(model_.globals.value_count, nullptr);
  for (const Choice* choice : chosen_) {
    if (choice->error) return emit(nullptr, choice->error);
    for (const Write& write : choice->writes) {
      if (write.offset < writer.size()) {
        const Choice*& owner = writer[write.offset];
        if (owner && owner != choice) {
          const Slot* slot = nullptr;
          for (const Slot& candidate : model_.globals.slots) {
            if (candidate.offset <= write.offset) slot = &candidate;
          }
          const SourceSpan span = model_.actions[choice->firing.action].span;
          return emit(nullptr, RuntimeError{ErrorKind::WriteConflict, span, 0, {}, slot->name});
        }
        owner = choice;
      }
      target.values[write.offset] = write.value;
    }
  }
  emit(&target, std::nullopt);
}

}  // namespace clew
