#include "clew/model/steps.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/patience.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/message_size.hpp"

namespace clew {

void for_each_choice(const Model& model, const std::span<const Firing>* wanted, Firing firing,
                     FunctionRef<Continue(Firing)> use) {
  const Action& action = model.actions[firing.action];
  const std::uint64_t combinations = combinations_of(model, action);
  if (!wanted || action.choices.empty()) {
    for (firing.choice = 0; firing.choice < combinations; ++firing.choice) {
      ask_patience();
      if (use(firing) == Continue::No) return;
    }
    return;
  }
  std::vector<std::uint64_t> choices;
  for (const Firing& each : *wanted) {
    const bool is_of_action = each.process == firing.process && each.action == firing.action;
    if (is_of_action && each.choice < combinations) choices.push_back(each.choice);
  }
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  for (const std::uint64_t choice : choices) {
    if (use({firing.process, firing.action, choice}) == Continue::No) return;
  }
}

MicroStep StepMaker::new_step(std::vector<Firing> firings) const {
  MicroStep step;
  step.process = firings.back().process;
  step.then = model_.actions[firings.back().action].then;
  step.firings = std::move(firings);
  step.happenings.collects_output = judge_.collects_output_;
  return step;
}

Evaluator StepMaker::evaluator(const State& state, Firing firing) const {
  Evaluator result(model_, state, firing.process, oracle_, timeout_);
  result.take(model_.actions[firing.action], firing.choice);
  return result;
}

StepMaker::Outcome StepMaker::truth(ExprId guard, const State& state, Firing firing,
                                    MaybeError& error) const {
  if (!is_some(guard)) return Outcome::Enabled;
  Evaluator look = evaluator(state, firing);
  const bool enabled = look.is_true(guard);
  if (look.failed()) {
    error = look.error();
    return Outcome::Failed;
  }
  return enabled ? Outcome::Enabled : Outcome::Disabled;
}

bool StepMaker::is_committed(const State& state, ProcessId process) const {
  const ProcessType& type = model_.process_types[state.type_of(process)];
  return type.locations[state.location_of(process)].committed;
}

bool StepMaker::may_act(const State& state, ProcessId process, std::vector<MicroStep>& out,
                        ActionId first) {
  if (committed_only_ && !is_committed(state, process)) return false;
  MaybeError error;
  const ExprId provided = model_.process_types[state.type_of(process)].provided;
  const Outcome outcome = truth(provided, state, {process, first}, error);
  if (outcome == Outcome::Failed) {
    MicroStep step = new_step({{process, first}});
    step.error = error;
    out.push_back(std::move(step));
  }
  return outcome == Outcome::Enabled;
}

void StepMaker::list(const State& state, ProcessId process, bool must_not_wait,
                     std::vector<MicroStep>& out) {
  const std::vector<ActionId>& actions = judge_.outgoing(state, process);
  if (actions.empty()) return;
  // Inside of a sequence that must not block nobody asks any more; nor does SPIN's enabled().
  const bool asks = !must_not_wait && runs_effects_;
  if (asks && !may_act(state, process, out, actions.front())) return;
  const std::size_t begin = out.size();
  std::uint32_t escape = 0;
  std::uint32_t alternative = 0;
  for (const ActionId id : actions) {
    const Action& action = model_.actions[id];
    if (escape != 0 && action.escape != escape) break;
    if (action.is_else && out.size() > begin) continue;
    // The actions of one alternative follow each other.
    if (action.alternative != 0 && action.alternative == alternative) continue;
    const std::size_t before = out.size();
    const Tried tried = fire(state, process, id, must_not_wait, out);
    if (out.size() == before) {
      // SPIN forgets that an escape was taken when a rendezvous behind it finds no partner.
      if (tried == Tried::Rendezvous) escape = 0;
      continue;
    }
    escape = action.escape;
    alternative = action.alternative;
  }
}

bool StepMaker::is_enabled(const State& state, ProcessId process) {
  std::vector<MicroStep> steps;
  runs_effects_ = false;
  list(state, process, false, steps);
  return !steps.empty();
}

StepMaker::Tried StepMaker::fire(const State& state, ProcessId process, ActionId id,
                                 bool must_not_wait, std::vector<MicroStep>& out) {
  if (model_.actions[id].choices.empty()) {
    return fire_with_choice(state, {process, id}, must_not_wait, out);
  }
  Tried tried = Tried::Alone;
  const std::size_t before = out.size();
  for_each_choice(model_, wanted_, {process, id}, [&](Firing firing) {
    if (fire_with_choice(state, firing, must_not_wait, out) == Tried::Rendezvous) {
      tried = Tried::Rendezvous;
    }
    const bool is_enough = !runs_effects_ && out.size() > before;
    return is_enough ? Continue::No : Continue::Yes;
  });
  return tried;
}

StepMaker::Tried StepMaker::fire_with_choice(const State& state, Firing firing, bool must_not_wait,
                                             std::vector<MicroStep>& out) {
  const Action& action = model_.actions[firing.action];
  const Communication& communication = action.communication;
  MaybeError error;
  if (truth(action.guard, state, firing, error) == Outcome::Disabled) return Tried::Alone;
  if (communication.kind == Communication::Kind::None) {
    fire_alone(state, firing, nullptr, error, out);
    return Tried::Alone;
  }
  Evaluator look = evaluator(state, firing);
  const Shape::ChannelPart* const part = look.channel(communication.channel);
  if (!part) {
    fire_alone(state, firing, nullptr, look.error(), out);
    return Tried::Alone;
  }
  const bool sends = communication.kind == Communication::Kind::Send;
  if (model_.channels[part->id].is_rendezvous()) {
    if (!sends) return Tried::Alone;  // a pair is found from its sender
    if (must_not_wait || action.then == Action::Then::MustGoOn) {
      error = RuntimeError{ErrorKind::RendezvousWithin, communication.span, 0, {}, {}};
      fire_alone(state, firing, nullptr, error, out);
      return Tried::Alone;
    }
    rendezvous(state, firing, *part, error, out);
    return Tried::Rendezvous;
  }
  const auto fill = static_cast<std::uint32_t>(state.values[part->offset]);
  MaybeError match_error;
  const bool serves = sends ? fill < model_.channels[part->id].capacity
                            : has_message(communication, *part, state, firing, match_error);
  if (!error) error = match_error;
  if (serves || match_error) fire_alone(state, firing, part, error, out);
  return Tried::Alone;
}

bool StepMaker::has_message(const Communication& receive, const Shape::ChannelPart& part,
                            const State& state, Firing firing, MaybeError& error) const {
  Evaluator look = evaluator(state, firing);
  const bool found = look.message_for(receive, part).has_value();
  if (look.failed()) error = look.error();
  return found;
}

void StepMaker::fire_alone(const State& state, Firing firing, const Shape::ChannelPart* part,
                           MaybeError error, std::vector<MicroStep>& out) {
  const Action& action = model_.actions[firing.action];
  MicroStep step = new_step({firing});
  step.error = std::move(error);
  const bool is_left_open = leaves_open_ && part == nullptr && !step.error;
  if (!runs_effects_ || is_left_open) {
    step.is_open = is_left_open;
    out.push_back(std::move(step));
    return;
  }
  if (!step.error) {
    step.target = state;
    if (part && action.communication.kind == Communication::Kind::Send) {
      step.error = send(action.communication, *part, state, step.target, firing);
    } else if (part) {
      step.error = receive(action.communication, *part, state, step.target, firing);
    }
  }
  if (!step.error) {
    step.target.set_location(firing.process, action.to);
    step.error =
        judge_.effects_.run(action, firing.choice, step.target, firing.process, step.happenings);
  }
  out.push_back(std::move(step));
}

void StepMaker::carry_out(MicroStep& step, State state) const {
  const Firing firing = step.firings.front();
  const Action& action = model_.actions[firing.action];
  step.is_open = false;
  step.target = std::move(state);
  step.target.set_location(firing.process, action.to);
  step.error =
      judge_.effects_.run(action, firing.choice, step.target, firing.process, step.happenings);
}

StepMaker::MaybeError StepMaker::misfit(const Communication& communication,
                                        const Channel& channel) {
  if (fits(communication, channel)) return std::nullopt;
  const auto width = static_cast<Value>(channel.items.size());
  return RuntimeError{ErrorKind::MessageTooLong,
                      communication.span,
                      static_cast<Value>(item_count(communication)),
                      {width, width},
                      channel.name};
}

StepMaker::MaybeError StepMaker::message_of(const Communication& communication,
                                            const Channel& channel, const State& state,
                                            Firing firing, Message& message) const {
  if (auto error = misfit(communication, channel)) return error;
  const std::size_t given = communication.values.size();
  message.given.assign(given, 0);
  Evaluator look = evaluator(state, firing);
  for (std::size_t i = 0; i < given; ++i) {
    message.given[i] = look.value(communication.values[i]);
    if (look.failed()) return look.error();
  }
  message.carried = message.given;
  for (std::size_t i = 0; i < given; ++i) {
    if (auto error = convert(message.carried[i], channel.items[i], nullptr, communication.span)) {
      error->name = channel.name;
      return error;
    }
  }
  return std::nullopt;
}

StepMaker::MaybeError StepMaker::send(const Communication& communication,
                                      const Shape::ChannelPart& part, const State& source,
                                      State& target, Firing firing) const {
  const Channel& channel = model_.channels[part.id];
  Message message;
  if (auto error = message_of(communication, channel, source, firing, message)) return error;
  const auto width = static_cast<std::ptrdiff_t>(message.carried.size());
  const auto first = target.values.begin() + part.offset + 1;
  Value& fill = target.values[part.offset];
  std::ptrdiff_t position = fill;
  if (communication.sorted) {
    const auto greater = [&](std::ptrdiff_t i) {
      // The order is that of the values before they are cut down, as in SPIN.
      const auto other = first + i * width;
      return std::lexicographical_compare(message.given.begin(), message.given.end(), other,
                                          other + width);
    };
    for (position = 0; position < fill && !greater(position);) ++position;
    std::copy_backward(first + position * width, first + fill * width, first + (fill + 1) * width);
  }
  std::copy(message.carried.begin(), message.carried.end(), first + position * width);
  ++fill;
  return std::nullopt;
}

StepMaker::MaybeError StepMaker::receive(const Communication& communication,
                                         const Shape::ChannelPart& part, const State& source,
                                         State& target, Firing firing) const {
  const Channel& channel = model_.channels[part.id];
  const auto width = static_cast<std::ptrdiff_t>(channel.items.size());
  Evaluator look = evaluator(source, firing);
  const std::ptrdiff_t index = *look.message_for(communication, part);
  const auto first = target.values.begin() + part.offset + 1;
  const std::vector<Value> message(first + index * width, first + (index + 1) * width);
  if (!communication.keeps) {
    // The younger messages move up, and what gets free becomes zero.
    const auto end = first + static_cast<std::ptrdiff_t>(channel.capacity) * width;
    std::copy(first + (index + 1) * width, end, first + index * width);
    std::fill(end - width, end, 0);
    --target.values[part.offset];
  }
  return store_message(communication, channel, message, source, target, firing);
}

StepMaker::MaybeError StepMaker::store_message(const Communication& communication,
                                               const Channel& channel,
                                               std::span<const Value> message, const State& source,
                                               State& target, Firing firing) const {
  if (auto error = misfit(communication, channel)) return error;
  for (std::size_t i = 0; i < communication.items.size(); ++i) {
    const ReceiveItem& item = communication.items[i];
    if (item.kind != ReceiveItem::Kind::Store) continue;
    Evaluator look = evaluator(communication.in_turn ? target : source, firing);
    const Address address = look.address(item.target);
    if (look.failed()) return look.error();
    if (auto error = judge_.effects_.store(target, address, message[i], item.target.span)) {
      return error;
    }
  }
  return std::nullopt;
}

void StepMaker::rendezvous(const State& state, Firing sender, const Shape::ChannelPart& part,
                           MaybeError sender_error, std::vector<MicroStep>& out) {
  Message message;
  if (!sender_error) {
    sender_error = message_of(model_.actions[sender.action].communication, model_.channels[part.id],
                              state, sender, message);
  }
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    const auto receiver = to_id<ProcessId>(i);
    if (receiver == sender.process) continue;
    meet(state, sender, receiver, part, message.carried, sender_error, out);
  }
}

void StepMaker::meet(const State& state, Firing sender, ProcessId receiver,
                     const Shape::ChannelPart& part, std::span<const Value> message,
                     const MaybeError& sender_error, std::vector<MicroStep>& out) {
  std::uint32_t escape = 0;
  std::uint32_t alternative = 0;  // decided already: its first enabled action is the only one
  bool asked = false;             // a process that may not act has no partner's part to play
  for (const ActionId id : judge_.outgoing(state, receiver)) {
    const Action& action = model_.actions[id];
    const Communication& other = action.communication;
    if (action.alternative != 0 && action.alternative == alternative) continue;
    if (action.alternative != 0 && can_fire_alone(state, {receiver, id})) {
      alternative = action.alternative;
      continue;
    }
    if (other.kind != Communication::Kind::Receive) continue;
    if (!asked && !may_act(state, receiver, out, id)) return;
    asked = true;
    if (escape != 0 && action.escape != escape) return;
    for_each_choice(model_, wanted_, {receiver, id}, [&](Firing listening) {
      Evaluator look = evaluator(state, listening);
      const Shape::ChannelPart* const listens = look.channel(other.channel);
      if (!listens || listens->offset != part.offset || listens->id != part.id) {
        return Continue::Yes;
      }
      if (rendezvous_pair(state, sender, listening, model_.channels[part.id], message, sender_error,
                          out)) {
        escape = action.escape;
        alternative = action.alternative;
      }
      return Continue::Yes;
    });
  }
}

bool StepMaker::can_fire_alone(const State& state, Firing firing) const {
  StepMaker asking(judge_, oracle_);
  asking.runs_effects_ = false;
  std::vector<MicroStep> steps;
  const Communication& communication = model_.actions[firing.action].communication;
  if (communication.kind == Communication::Kind::Send)
    return false;  // it may want a partner itself
  asking.fire(state, firing.process, firing.action, false, steps);
  return !steps.empty();
}

bool StepMaker::rendezvous_pair(const State& state, Firing sender, Firing receiver,
                                const Channel& channel, std::span<const Value> message,
                                const MaybeError& sender_error, std::vector<MicroStep>& out) {
  const Action& sending = model_.actions[sender.action];
  const Action& receiving = model_.actions[receiver.action];
  MicroStep step = new_step({sender, receiver});
  if (truth(receiving.guard, state, receiver, step.error) == Outcome::Disabled) {
    return false;
  }
  if (sender_error) step.error = sender_error;
  if (!step.error) {
    Evaluator look = evaluator(state, receiver);
    const bool fits = look.matches(receiving.communication, message);
    if (look.failed()) step.error = look.error();
    if (!fits && !step.error) return false;
  }
  if (!step.error && runs_effects_) {
    step.target = state;
    step.target.set_location(sender.process, sending.to);
    step.target.set_location(receiver.process, receiving.to);
    step.error =
        store_message(receiving.communication, channel, message, state, step.target, receiver);
  }
  if (!step.error && runs_effects_) {
    step.error = judge_.effects_.run(receiving, receiver.choice, step.target, receiver.process,
                                     step.happenings);
  }
  if (!step.error && runs_effects_) {
    step.error =
        judge_.effects_.run(sending, sender.choice, step.target, sender.process, step.happenings);
  }
  out.push_back(std::move(step));
  return true;
}

}  // namespace clew
