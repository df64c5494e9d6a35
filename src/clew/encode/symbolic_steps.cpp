#include "clew/encode/symbolic_steps.hpp"

#include <fmt/format.h>

#include <utility>

#include "clew/model/message_size.hpp"

namespace clew {

namespace {

// The conditions of the steps from `begin` on, joined.
Lit taken(Circuit& circuit, const std::vector<SymbolicStep>& steps, std::size_t begin) {
  Lit any = lit_false;
  for (std::size_t i = begin; i < steps.size(); ++i) any = circuit.either(any, steps[i].condition);
  return any;
}

}  // namespace

Lit SymbolicSteps::Last::is(std::uint32_t number) const {
  const auto found = is_.find(number);
  return found == is_.end() ? lit_false : found->second;
}

Lit SymbolicSteps::Last::is_other_than_zero_and(std::uint32_t number, Circuit& circuit) const {
  Lit other = lit_false;
  for (const auto& [set, condition] : is_) {
    if (set != number) other = circuit.either(other, condition);
  }
  return other;
}

void SymbolicSteps::Last::set(std::uint32_t number, Lit condition, Circuit& circuit) {
  for (auto& [set, was] : is_) was = circuit.both(was, !condition);
  if (number != 0) is_[number] = circuit.either(is(number), condition);
}

SymbolicView SymbolicSteps::view(const SymbolicImage& image, ProcessId process) {
  SymbolicView look;
  look.image = &image;
  look.self = process;
  look.timeout = timeout_;
  if (may_ask_others_) {
    look.is_enabled = [this](const SymbolicImage& asked, ProcessId other) {
      SymbolicSteps asking(layout_);
      asking.may_ask_others_ = false;
      return asking.is_enabled(asked, other);
    };
  }
  return look;
}

Lit SymbolicSteps::is_enabled(const SymbolicImage& image, ProcessId process) {
  runs_effects_ = false;
  Lit enabled = lit_false;
  const auto& outgoing = layout_.outgoing()[layout_.part(process).type];
  for (std::size_t i = 0; i < outgoing.size(); ++i) {
    const auto location = to_id<LocationId>(i);
    const Lit here = layout_.at_location(image, process, location);
    if (here == lit_false) continue;
    Out steps;
    list(image, process, location, false, steps);
    enabled = either(enabled, both(here, taken(layout_.circuit(), steps, 0)));
  }
  return enabled;
}

Lit SymbolicSteps::may_act(const SymbolicImage& image, ProcessId process, LocationId location,
                           ActionId first, Lit condition, Out& out) {
  const ProcessType& type = layout_.type_of(process);
  if (!type.locations[location].committed) condition = both(condition, !committed_only_);
  if (!is_some(type.provided)) return condition;
  SymbolicView look = view(image, process);
  const SymbolicTruth provided = SymbolicEvaluator(layout_, look).truth(type.provided);
  if (provided.fails != lit_false) {
    fire_alone(image, look, first, both(condition, provided.fails), lit_true, out);
  }
  return both(condition, provided.value);
}

void SymbolicSteps::list(const SymbolicImage& image, ProcessId process, LocationId location,
                         bool must_not_wait, Out& out) {
  const auto& actions = layout_.outgoing()[layout_.part(process).type][location];
  if (actions.empty()) return;
  Circuit& circuit = layout_.circuit();
  Lit going = lit_true;
  if (!must_not_wait && runs_effects_) {
    going = may_act(image, process, location, actions.front(), lit_true, out);
  }
  Lit some_taken = lit_false;
  Last escape;
  Last alternative;
  for (const ActionId id : actions) {
    const Action& action = model_.actions[id];
    going = both(going, !escape.is_other_than_zero_and(action.escape, circuit));
    Lit condition = going;
    if (action.is_else) condition = both(condition, !some_taken);
    if (action.alternative != 0) condition = both(condition, !alternative.is(action.alternative));
    const std::size_t before = out.size();
    const Lit tried = fire(image, process, id, must_not_wait, condition, out);
    const Lit fired = taken(circuit, out, before);
    some_taken = either(some_taken, fired);
    escape.set(0, both(tried, !fired), circuit);
    escape.set(action.escape, fired, circuit);
    alternative.set(action.alternative, fired, circuit);
  }
}

const CircuitNumber& SymbolicSteps::input_word(SlotId choice) {
  auto& words = inputs_->words;
  while (words.size() <= depth_) words.emplace_back(model_.choices.slots.size());
  CircuitNumber& word = words[depth_][to_index(choice)];
  if (!word.bits.empty()) return word;
  const Range range = model_.choices.slots[choice].type.range;
  const std::size_t width = width_of(range) - (range.low < 0 ? 0 : 1);
  for (std::size_t i = 0; i < width; ++i) {
    word.bits.push_back(layout_.circuit().add_input());
    inputs_->bits.push_back(word.bits.back());
  }
  if (range.low >= 0) word.bits.push_back(lit_false);
  Term term;
  term.op = Term::Op::Input;
  term.index = static_cast<std::uint32_t>(inputs_->known.size());
  word = layout_.words().named(std::move(word), term);
  const std::string& name = model_.choices.slots[choice].name;
  inputs_->known.push_back({depth_ == 0 ? name : fmt::format("{}#{}", name, depth_), range, word});
  return word;
}

void SymbolicSteps::bind_choices(SymbolicView& look, const Action& action, Lit& condition) {
  if (action.choices.empty()) return;
  look.choices.resize(model_.choices.slots.size());
  for (const SlotId choice : action.choices) {
    const CircuitNumber& word = input_word(choice);
    look.choices[to_index(choice)] = word;
    const Range range = model_.choices.slots[choice].type.range;
    condition = both(condition, layout_.words().within(word, range));
  }
}

SymbolicFiring SymbolicSteps::firing(const SymbolicView& look, ActionId id) const {
  SymbolicFiring result{look.self, id, {}};
  for (const SlotId choice : model_.actions[id].choices) {
    result.choices.push_back(look.choices[to_index(choice)]);
  }
  return result;
}

Lit SymbolicSteps::fire(const SymbolicImage& image, ProcessId process, ActionId id,
                        bool must_not_wait, Lit condition, Out& out) {
  const Action& action = model_.actions[id];
  const Communication& communication = action.communication;
  SymbolicView look = view(image, process);
  bind_choices(look, action, condition);
  SymbolicEvaluator evaluator(layout_, look);
  const SymbolicTruth guard = evaluator.truth(action.guard);
  condition = both(condition, either(guard.value, guard.fails));
  if (condition == lit_false) return lit_false;
  if (communication.kind == Communication::Kind::None) {
    fire_alone(image, look, id, condition, guard.fails, out);
    return lit_false;
  }
  const bool sends = communication.kind == Communication::Kind::Send;
  const SymbolicChannels found = evaluator.channels(communication.channel);
  fire_alone(image, look, id, both(condition, found.fails), lit_true, out);
  Lit tried = lit_false;
  for (const SymbolicChannels::Candidate& at : found.candidates) {
    const Lit here = both(both(condition, !found.fails), at.condition);
    const Channel& channel = model_.channels[layout_.shape().channels[at.index].id];
    if (!channel.is_rendezvous()) {
      use_buffer(image, look, id, at.index, here, guard.fails, out);
    } else if (sends && (must_not_wait || action.then == Action::Then::MustGoOn)) {
      fire_alone(image, look, id, here, lit_true, out);
    } else if (sends) {
      Sender sender{process, id, look, at.index, {}, here, guard.fails};
      sender.message = message_of(communication, channel, look);
      sender.fails = either(guard.fails, sender.message.fails);
      rendezvous(image, sender, out);
      tried = either(tried, here);
    }
  }
  return tried;
}

void SymbolicSteps::fire_alone(const SymbolicImage& image, SymbolicView& look, ActionId id,
                               Lit condition, Lit fails, Out& out) {
  if (condition == lit_false) return;
  const Action& action = model_.actions[id];
  SymbolicStep step{{firing(look, id)}, condition,   {fails, lit_false}, image,
                    look.self,          action.then, action.to};
  if (runs_effects_ && fails != lit_true) {
    step.image.set(layout_.part(look.self).offset,
                   layout_.words().constant(static_cast<Value>(to_index(action.to))));
    SymbolicView after = look;
    after.image = &step.image;
    step.outcome.add(layout_.circuit(),
                     run_effect(layout_, step.image, after, action.effect, action.is_simultaneous));
  }
  out.push_back(std::move(step));
}

// --- buffers

void SymbolicSteps::use_buffer(const SymbolicImage& image, SymbolicView& look, ActionId id,
                               std::size_t channel, Lit condition, Lit fails, Out& out) {
  const Action& action = model_.actions[id];
  const Communication& communication = action.communication;
  const Shape::ChannelPart& part = layout_.shape().channels[channel];
  const bool sends = communication.kind == Communication::Kind::Send;
  Lit serves = lit_false;
  if (sends) {
    const auto capacity = static_cast<Value>(model_.channels[part.id].capacity);
    serves = layout_.words().less(image.at(part.offset), layout_.words().constant(capacity));
  } else {
    const auto message = SymbolicEvaluator(layout_, look).message_for(communication, part);
    serves = either(message.any, message.fails);
    fails = either(fails, message.fails);
  }
  condition = both(condition, serves);
  if (condition == lit_false) return;
  SymbolicImage target = image;
  if (runs_effects_ && fails != lit_true) {
    fails = either(fails, sends ? send(communication, part, look, target)
                                : receive(communication, part, look, target));
  }
  fire_alone(target, look, id, condition, fails, out);
}

SymbolicSteps::Message SymbolicSteps::message_of(const Communication& communication,
                                                 const Channel& channel, const SymbolicView& look) {
  Message message;
  if (!fits(communication, channel)) {
    message.given.assign(channel.items.size(), layout_.words().constant(0));
    message.carried = message.given;
    message.fails = lit_true;
    return message;
  }
  SymbolicEvaluator evaluator(layout_, look);
  for (std::size_t i = 0; i < channel.items.size(); ++i) {
    SymbolicResult given{layout_.words().constant(0)};
    SymbolicResult carried = given;
    if (i < communication.values.size()) {
      given = evaluator.value(communication.values[i]);
      carried = converted(layout_, given.word, channel.items[i]);
    }
    message.given.push_back(given.word);
    message.carried.push_back(carried.word);
    message.fails = either(message.fails, either(given.fails, carried.fails));
  }
  return message;
}

Lit SymbolicSteps::send(const Communication& communication, const Shape::ChannelPart& part,
                        const SymbolicView& look, SymbolicImage& target) {
  CircuitNumbers& words = layout_.words();
  const Channel& channel = model_.channels[part.id];
  const Message message = message_of(communication, channel, look);
  const auto width = static_cast<std::uint32_t>(channel.items.size());
  const SymbolicImage before = target;
  const CircuitNumber fill = before.at(part.offset);
  const auto place = [&](std::uint32_t i, std::uint32_t k) {
    return part.offset + 1 + i * width + k;
  };
  // Not in front of the first i messages; and then: behind all of the first i + 1.
  Lit reached = lit_true;
  for (std::uint32_t i = 0; i < channel.capacity; ++i) {
    Lit stays = words.less(words.constant(static_cast<Value>(i)), fill);  // message i is there
    if (communication.sorted) {
      Lit greater = lit_false;  // it is greater than what is sent, item by item
      for (std::uint32_t k = width; k-- > 0;) {
        const CircuitNumber& other = before.at(place(i, k));
        const Lit equal = words.equal(message.given[k], other);
        greater = either(words.less(message.given[k], other), both(equal, greater));
      }
      stays = both(stays, !greater);
    }
    const Lit passed = both(reached, stays);
    for (std::uint32_t k = 0; k < width; ++k) {
      const CircuitNumber moved = i == 0 ? words.constant(0) : before.at(place(i - 1, k));
      const CircuitNumber other = communication.sorted
                             ? words.choose(reached, message.carried[k], moved)
                             : words.choose(reached, message.carried[k], before.at(place(i, k)));
      target.set(place(i, k), words.choose(passed, before.at(place(i, k)), other));
    }
    reached = passed;
  }
  target.set(part.offset, words.add(fill, words.constant(1)));
  return message.fails;
}

Lit SymbolicSteps::receive(const Communication& communication, const Shape::ChannelPart& part,
                           const SymbolicView& look, SymbolicImage& target) {
  CircuitNumbers& words = layout_.words();
  const Channel& channel = model_.channels[part.id];
  const auto width = static_cast<std::uint32_t>(channel.items.size());
  const SymbolicImage before = target;
  const auto place = [&](std::uint32_t i, std::uint32_t k) {
    return part.offset + 1 + i * width + k;
  };
  const auto found = SymbolicEvaluator(layout_, look).message_for(communication, part);
  std::vector<CircuitNumber> message;
  for (std::uint32_t k = 0; k < width; ++k) {
    CircuitNumber item = before.at(place(0, k));
    for (std::uint32_t i = 1; i < found.messages.size(); ++i) {
      item = words.choose(found.messages[i], before.at(place(i, k)), item);
    }
    message.push_back(std::move(item));
  }
  if (!communication.keeps) {
    Lit gone = lit_false;  // the message is i or one before it
    for (std::uint32_t i = 0; i < channel.capacity; ++i) {
      if (i < found.messages.size()) gone = either(gone, found.messages[i]);
      for (std::uint32_t k = 0; k < width; ++k) {
        const CircuitNumber next = i + 1 < channel.capacity ? before.at(place(i + 1, k)) : words.constant(0);
        target.set(place(i, k), words.choose(gone, next, before.at(place(i, k))));
      }
    }
    target.set(part.offset, words.subtract(before.at(part.offset), words.constant(1)));
  }
  return store_message(communication, channel, message, look, target);
}

Lit SymbolicSteps::store_message(const Communication& communication, const Channel& channel,
                                 std::span<const CircuitNumber> message, const SymbolicView& look,
                                 SymbolicImage& target) {
  if (!fits(communication, channel)) return lit_true;
  Lit fails = lit_false;
  SymbolicView after = look;
  after.image = &target;
  for (std::size_t i = 0; i < communication.items.size(); ++i) {
    const ReceiveItem& item = communication.items[i];
    if (item.kind != ReceiveItem::Kind::Store) continue;
    SymbolicEvaluator evaluator(layout_, communication.in_turn ? after : look);
    const SymbolicAddress address = evaluator.address(item.target);
    fails = either(fails, store(layout_, target, address, message[i]));
  }
  return fails;
}

// --- rendezvous

void SymbolicSteps::rendezvous(const SymbolicImage& image, const Sender& sender, Out& out) {
  for (std::size_t i = 0; i < layout_.process_count(); ++i) {
    const auto receiver = to_id<ProcessId>(i);
    if (receiver == sender.process) continue;
    const auto& outgoing = layout_.outgoing()[layout_.part(receiver).type];
    for (std::size_t k = 0; k < outgoing.size(); ++k) {
      const auto location = to_id<LocationId>(k);
      const Lit here = both(sender.condition, layout_.at_location(image, receiver, location));
      if (here != lit_false) meet(image, sender, receiver, location, here, out);
    }
  }
}

void SymbolicSteps::meet(const SymbolicImage& image, const Sender& sender, ProcessId receiver,
                         LocationId location, Lit condition, Out& out) {
  Circuit& circuit = layout_.circuit();
  Last escape;
  Last alternative;
  bool asked = false;
  for (const ActionId id : layout_.outgoing()[layout_.part(receiver).type][location]) {
    const Action& action = model_.actions[id];
    const Communication& other = action.communication;
    Lit here = condition;
    if (action.alternative != 0) {
      here = both(here, !alternative.is(action.alternative));
      const Lit alone = both(here, can_fire_alone(image, receiver, id));
      alternative.set(action.alternative, alone, circuit);
      here = both(here, !alone);
    }
    if (other.kind != Communication::Kind::Receive) continue;
    if (!asked) {
      // Of several that could be asked first the judge asks one; all are asked the same.
      const Lit acts = may_act(image, receiver, location, id, here, out);
      condition = both(condition, either(!here, acts));
      here = acts;
      asked = action.alternative == 0;
    }
    condition =
        both(condition, either(!here, !escape.is_other_than_zero_and(action.escape, circuit)));
    here = both(here, condition);
    SymbolicView look = view(image, receiver);
    const SymbolicChannels listens = SymbolicEvaluator(layout_, look).channels(other.channel);
    Lit same = lit_false;
    for (const SymbolicChannels::Candidate& at : listens.candidates) {
      if (at.index == sender.channel) same = both(at.condition, !listens.fails);
    }
    here = both(here, same);
    if (here == lit_false) continue;
    const Lit met = pair(image, sender, receiver, id, here, out);
    escape.set(action.escape, met, circuit);
    alternative.set(action.alternative, met, circuit);
  }
}

Lit SymbolicSteps::can_fire_alone(const SymbolicImage& image, ProcessId process, ActionId id) {
  if (model_.actions[id].communication.kind == Communication::Kind::Send) return lit_false;
  SymbolicSteps asking(layout_);
  asking.runs_effects_ = false;
  asking.may_ask_others_ = may_ask_others_;
  asking.inputs_ = inputs_;
  Out steps;
  asking.fire(image, process, id, false, lit_true, steps);
  return taken(layout_.circuit(), steps, 0);
}

Lit SymbolicSteps::pair(const SymbolicImage& image, const Sender& sender, ProcessId receiver,
                        ActionId id, Lit condition, Out& out) {
  const Action& sending = model_.actions[sender.action];
  const Action& receiving = model_.actions[id];
  SymbolicView look = view(image, receiver);
  SymbolicEvaluator evaluator(layout_, look);
  const SymbolicTruth guard = evaluator.truth(receiving.guard);
  condition = both(condition, either(guard.value, guard.fails));
  Lit fails = either(sender.fails, guard.fails);
  const SymbolicTruth fits = evaluator.matches(receiving.communication, sender.message.carried);
  condition = both(condition, either(fails, either(fits.value, fits.fails)));
  if (condition == lit_false) return lit_false;
  fails = either(fails, fits.fails);
  SymbolicStep step{{firing(sender.view, sender.action), firing(look, id)},
                    condition,
                    {fails, lit_false},
                    image,
                    receiver,
                    receiving.then,
                    receiving.to};
  if (runs_effects_ && fails != lit_true) {
    CircuitNumbers& words = layout_.words();
    const auto move_to = [&](ProcessId process, LocationId location) {
      step.image.set(layout_.part(process).offset,
                     words.constant(static_cast<Value>(to_index(location))));
    };
    move_to(sender.process, sending.to);
    move_to(receiver, receiving.to);
    SymbolicView after = look;
    after.image = &step.image;
    const Channel& channel = model_.channels[layout_.shape().channels[sender.channel].id];
    const Lit unstored =
        store_message(receiving.communication, channel, sender.message.carried, look, step.image);
    step.outcome.fails = either(step.outcome.fails, unstored);
    step.outcome.add(layout_.circuit(), run_effect(layout_, step.image, after, receiving.effect,
                                                   receiving.is_simultaneous));
    SymbolicView sender_after = sender.view;
    sender_after.image = &step.image;
    step.outcome.add(layout_.circuit(), run_effect(layout_, step.image, sender_after,
                                                   sending.effect, sending.is_simultaneous));
  }
  out.push_back(std::move(step));
  return condition;
}

}  // namespace clew
