#include "clew/model/ranges.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/bits.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/message_size.hpp"
#include "clew/model/value_view.hpp"

namespace clew {

namespace {

// Far more than any model has needed; beyond it the declared ranges will do.
constexpr std::size_t looks_max = 200'000;

// Takes every action again and again, on sets of values instead of values, until nothing grows.
class RangeAnalysis {
 public:
  explicit RangeAnalysis(const Model& model)
      : model_(model), facts_(model), looks_(model.actions.size()) {
    for (const ProcessType& type : model.process_types) {
      outgoing_.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
    }
    for (std::size_t i = 0; i < model.actions.size(); ++i) {
      const Action& action = model.actions[to_id<ActionId>(i)];
      outgoing_[action.owner][action.from].push_back(to_id<ActionId>(i));
    }
    for (const Channel& channel : model.channels) {
      global_channels_ += channel.is_global() ? 1U : 0U;
    }
  }

  // False if it was given up.
  bool run() {
    begin();
    bool has_looked = true;
    for (std::size_t count = 0; has_looked;) {
      has_looked = false;
      for (std::size_t i = 0; i < model_.actions.size(); ++i) {
        const auto id = to_id<ActionId>(i);
        if (!is_due(id)) continue;
        if (++count > looks_max) return false;
        look_at(id);
        has_looked = true;
      }
    }
    return true;
  }

  Ranges result(Gaps gaps) const;

 private:
  // The last time an action was looked at.
  struct Look {
    bool was_taken = false;
    std::uint64_t clock = 0;
    std::vector<FactId> inputs;
  };

  void begin();
  void begin_process(const InitialStates& initial, const Shape::ProcessPart& part);
  bool is_due(ActionId id) const;
  void look_at(ActionId id);
  void assume_others_disabled(ActionId id, ValueView& view);
  std::vector<ChannelId> channels_meant(ExprId channel, ValueView& view) const;
  void send(const Communication& communication, ValueView& view);
  void receive(const Communication& communication, ValueView& view);
  bool can_receive(const Communication& communication, ChannelId channel, ValueView& view);
  void run_instruction(const Instruction& step, ValueView& view);
  void run_at_once(const std::vector<Instruction>& effect, ValueView& view);
  void start(const Instruction& step, ValueView& view);
  Range locations_of(ProcessTypeId type) const;
  std::vector<GappedRange> result(const Frame& frame, Gaps gaps, const auto& fact_of) const;

  const Model& model_;
  ValueFacts facts_;
  IdMap<ActionId, Look> looks_;
  IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>> outgoing_;
  std::size_t global_channels_ = 0;
};

Range all_locations(const ProcessType& type) {
  return {0, static_cast<Value>(type.locations.size()) - 1};
}

ValueSet initial_values(const Slot& slot) {
  ValueSet values;
  for (const Value value : slot.initial) values.add(Range{value, value});
  return values;
}

// The values that a slot whose frame begins at `offset` can begin with.
ValueSet values_in(const InitialStates& initial, std::uint32_t offset, const Slot& slot) {
  ValueSet values;
  for (std::uint32_t i = 0; i < slot.length; ++i) {
    values.add(initial.values_at(offset + slot.offset + i));
  }
  return values;
}

// With its widest gap, if that saves a bit.  REQUIRES: !values.empty()
GappedRange range_of(const ValueSet& values, Gaps gaps) {
  GappedRange range{values.hull()};
  if (gaps == Gaps::Ignored) return range;
  GappedRange best = range;
  const std::span<const Range> parts = values.ranges();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    range.gap = {parts[i].high + 1, parts[i + 1].low - 1};
    if (range.span() < best.span()) best = range;
  }
  return bits_for(best.span()) < bits_for(values.hull().span()) ? best : GappedRange{values.hull()};
}

void RangeAnalysis::begin() {
  const Interpreter judge(model_);
  const State& state = judge.declared_state();
  const InitialStates initial(model_, state);
  for (std::size_t i = 0; i < model_.globals.slots.size(); ++i) {
    const auto slot = to_id<SlotId>(i);
    facts_.grow(facts_.of_global(slot), values_in(initial, 0, model_.globals.slots[slot]));
  }
  for (std::size_t t = 0; t < model_.object_types.size(); ++t) {
    const auto type = to_id<ObjectTypeId>(t);
    const Frame& frame = model_.object_types[type].frame;
    for (std::size_t i = 0; i < frame.slots.size(); ++i) {
      const auto slot = to_id<SlotId>(i);
      facts_.grow(facts_.of_object(type, slot), initial_values(frame.slots[slot]));
    }
  }
  if (state.shape->claim) begin_process(initial, *state.shape->claim);
  for (const auto& part : state.shape->processes) begin_process(initial, part);
}

void RangeAnalysis::begin_process(const InitialStates& initial, const Shape::ProcessPart& part) {
  const ProcessType& type = model_.process_types[part.type];
  std::vector<ValueSet> tracked(facts_.tracked_count(part.type));
  for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
    const auto slot = to_id<SlotId>(i);
    const ValueSet values = values_in(initial, part.offset + 1, type.frame.slots[slot]);
    facts_.grow(facts_.of_local(part.type, slot), values);
    const std::size_t index = facts_.tracked_index(Scope::Self, slot, part.type);
    if (index != ValueFacts::untracked) tracked[index] = values;
  }
  for (const SlotId slot : facts_.own_globals(part.type)) {
    tracked[facts_.tracked_index(Scope::Global, slot, part.type)] =
        values_in(initial, 0, model_.globals.slots[slot]);
  }
  facts_.reach(part.type, type.initial, tracked);
}

bool RangeAnalysis::is_due(ActionId id) const {
  const Action& action = model_.actions[id];
  const ValueFacts::Standing& standing = facts_.at(action.owner, action.from);
  if (!standing.reached) return false;
  const Look& look = looks_[id];
  if (!look.was_taken || standing.changed_at > look.clock) return true;
  return std::any_of(look.inputs.begin(), look.inputs.end(),
                     [&](FactId fact) { return facts_.changed_at(fact) > look.clock; });
}

void RangeAnalysis::look_at(ActionId id) {
  const Action& action = model_.actions[id];
  Look& look = looks_[id];
  look.was_taken = true;
  look.clock = facts_.clock();
  ValueView view(model_, facts_, action.owner, facts_.at(action.owner, action.from).values);
  if (action.is_else) assume_others_disabled(id, view);
  if (is_some(action.guard)) view.assume(action.guard, true);
  const Communication& communication = action.communication;
  if (communication.kind == Communication::Kind::Send) send(communication, view);
  if (communication.kind == Communication::Kind::Receive) receive(communication, view);
  // The partner of a rendezvous goes first, and a claim joins when all others have moved.
  const bool others_go_first = communication.kind == Communication::Kind::Send ||
                               (model_.claim && model_.claim->type == action.owner);
  if (others_go_first) view.forget_shared();
  bool ends = false;
  if (action.is_simultaneous) run_at_once(action.effect, view);
  for (const Instruction& step : action.effect) {
    if (action.is_simultaneous) break;
    if (!view.is_possible()) break;
    ends = ends || step.kind == Instruction::Kind::Terminate;
    run_instruction(step, view);
  }
  if (view.is_possible() && !ends) facts_.reach(action.owner, action.to, view.tracked());
  look.inputs = view.inputs();
}

// An `else` is taken if none of the actions before it at its location is enabled; of those that need
// no channel this says that their guards are false.
void RangeAnalysis::assume_others_disabled(ActionId id, ValueView& view) {
  const Action& action = model_.actions[id];
  // Who receives in a rendezvous is not asked.
  if (action.communication.kind != Communication::Kind::None) return;
  for (const ActionId other : outgoing_[action.owner][action.from]) {
    if (other == id) return;
    const Action& before = model_.actions[other];
    const bool needs_channel = before.communication.kind != Communication::Kind::None;
    if (needs_channel || before.is_else || !is_some(before.guard)) continue;
    view.assume(before.guard, false);
  }
}

std::vector<ChannelId> RangeAnalysis::channels_meant(ExprId channel, ValueView& view) const {
  const ValueSet numbers = view.evaluate(channel);
  std::vector<ChannelId> meant;
  if (numbers.empty()) return meant;
  for (std::size_t i = 0; i < model_.channels.size(); ++i) {
    const auto id = to_id<ChannelId>(i);
    // Numbers behind those that every state has are given to processes as they come.
    const bool can_be = model_.channels[id].is_global()
                            ? numbers.contains(static_cast<Value>(i) + 1)
                            : numbers.hull().high > static_cast<Value>(global_channels_);
    if (can_be) meant.push_back(id);
  }
  return meant;
}

void RangeAnalysis::send(const Communication& communication, ValueView& view) {
  std::vector<ValueSet> given;
  for (const ExprId value : communication.values) given.push_back(view.evaluate(value));
  for (const ChannelId id : channels_meant(communication.channel, view)) {
    const std::vector<ValueType>& items = model_.channels[id].items;
    if (!fits(communication, model_.channels[id])) continue;  // an error
    std::vector<ValueSet> carried(items.size(), ValueSet(0));
    bool is_carried = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
      carried[i] = stored_values(given[i], items[i]);
      is_carried = is_carried && !carried[i].empty();
    }
    if (!is_carried) continue;
    for (std::size_t i = 0; i < items.size(); ++i) facts_.grow(facts_.of_item(id, i), carried[i]);
  }
}

bool RangeAnalysis::can_receive(const Communication& communication, ChannelId channel,
                                ValueView& view) {
  if (!fits(communication, model_.channels[channel])) return false;  // an error
  for (std::size_t i = 0; i < communication.items.size(); ++i) {
    const FactId fact = facts_.of_item(channel, i);
    view.note(fact);
    if (facts_.values(fact).empty()) return false;  // nothing was sent yet
    if (communication.items[i].kind != ReceiveItem::Kind::Match) continue;
    ValueSet wanted = view.evaluate(communication.items[i].value);
    wanted.keep(facts_.values(fact));
    if (wanted.empty()) return false;
  }
  return true;
}

void RangeAnalysis::receive(const Communication& communication, ValueView& view) {
  std::vector<ValueSet> message(communication.items.size());
  bool has_sender = false;
  for (const ChannelId id : channels_meant(communication.channel, view)) {
    if (!can_receive(communication, id, view)) continue;
    has_sender = true;
    for (std::size_t i = 0; i < message.size(); ++i) {
      message[i].add(facts_.values(facts_.of_item(id, i)));
    }
  }
  if (!has_sender) return view.give_up();
  const auto for_each_store = [&](const auto& visit) {
    for (std::size_t i = 0; i < message.size(); ++i) {
      if (communication.items[i].kind == ReceiveItem::Kind::Store) {
        visit(communication.items[i].target, message[i]);
      }
    }
  };
  // All targets are found before the first item is stored, or each when it is its turn.
  if (!communication.in_turn) {
    for_each_store([&](const Place& target, const ValueSet&) { view.assume_there(target); });
  }
  for_each_store([&](const Place& target, const ValueSet& values) {
    if (communication.in_turn) view.assume_there(target);
    view.write(target, values);
  });
}

void RangeAnalysis::run_instruction(const Instruction& step, ValueView& view) {
  switch (step.kind) {
    case Instruction::Kind::Assign:
      view.assume_there(step.target);
      return view.write(step.target, view.evaluate(step.value));
    case Instruction::Kind::Start: return start(step, view);
    // References keep their declared ranges, and the rest changes no value.
    case Instruction::Kind::Allocate:
    case Instruction::Kind::Terminate:
    case Instruction::Kind::Assert:
    case Instruction::Kind::Print: return;
  }
}

void RangeAnalysis::run_at_once(const std::vector<Instruction>& effect, ValueView& view) {
  std::vector<ValueSet> values;
  for (const Instruction& step : effect) {
    view.assume_there(step.target);
    values.push_back(view.evaluate(step.value));
  }
  for (std::size_t i = 0; i < effect.size() && view.is_possible(); ++i) {
    view.write(effect[i].target, values[i]);
  }
}

void RangeAnalysis::start(const Instruction& step, ValueView& view) {
  const ProcessType& type = model_.process_types[step.process_type];
  std::vector<ValueSet> tracked(facts_.tracked_count(step.process_type));
  for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
    const auto id = to_id<SlotId>(i);
    const Slot& slot = type.frame.slots[id];
    ValueSet values = initial_values(slot);
    // The slot holds them until the argument is stored.
    facts_.grow(facts_.of_local(step.process_type, id), values);
    if (i < step.arguments.size()) {
      const ValueSet argument = stored_values(view.evaluate(step.arguments[i]), slot.type);
      if (argument.empty()) return view.give_up();
      facts_.grow(facts_.of_local(step.process_type, id), argument);
      if (slot.length == 1) values = argument;  // else it goes into the first element
      values.add(argument);
    }
    const std::size_t index = facts_.tracked_index(Scope::Self, id, step.process_type);
    if (index != ValueFacts::untracked) tracked[index] = std::move(values);
  }
  ValueView started(model_, facts_, step.process_type, std::move(tracked));
  for (const Instruction& each : type.setup) run_instruction(each, started);
  for (const FactId fact : started.inputs()) view.note(fact);
  if (!started.is_possible()) return view.give_up();
  facts_.reach(step.process_type, type.initial, started.tracked());
  view.forget_shared();  // setting it up may write
  if (!step.has_target()) return;
  view.assume_there(step.target);
  view.write(step.target, ValueSet(Range{0, static_cast<Value>(parts_max)}));
}

std::vector<GappedRange> RangeAnalysis::result(const Frame& frame, Gaps gaps,
                                               const auto& fact_of) const {
  std::vector<GappedRange> ranges;
  for (std::size_t i = 0; i < frame.slots.size(); ++i) {
    const auto slot = to_id<SlotId>(i);
    const ValueSet& values = facts_.values(fact_of(slot));
    // Nothing is known about processes that are never there.
    ranges.push_back(range_of(values.empty() ? initial_values(frame.slots[slot]) : values, gaps));
  }
  return ranges;
}

Range RangeAnalysis::locations_of(ProcessTypeId type) const {
  Range range = all_locations(model_.process_types[type]);
  const auto is_reached = [&](Value location) {
    return facts_.at(type, to_id<LocationId>(static_cast<std::size_t>(location))).reached;
  };
  Value last = range.high;
  while (last > 0 && !is_reached(last)) --last;
  // Where none is reached, there is no process of the type.
  if (is_reached(last)) range.high = last;
  return range;
}

Ranges RangeAnalysis::result(Gaps gaps) const {
  Ranges ranges;
  ranges.globals =
      result(model_.globals, gaps, [&](SlotId slot) { return facts_.of_global(slot); });
  for (std::size_t t = 0; t < model_.process_types.size(); ++t) {
    const auto type = to_id<ProcessTypeId>(t);
    ranges.processes.add(result(model_.process_types[type].frame, gaps,
                                [&](SlotId slot) { return facts_.of_local(type, slot); }));
  }
  for (std::size_t t = 0; t < model_.process_types.size(); ++t) {
    ranges.locations.add(locations_of(to_id<ProcessTypeId>(t)));
  }
  for (std::size_t t = 0; t < model_.object_types.size(); ++t) {
    const auto type = to_id<ObjectTypeId>(t);
    ranges.objects.add(result(model_.object_types[type].frame, gaps,
                              [&](SlotId slot) { return facts_.of_object(type, slot); }));
  }
  for (std::size_t c = 0; c < model_.channels.size(); ++c) {
    const auto channel = to_id<ChannelId>(c);
    std::vector<GappedRange> items;
    for (std::size_t i = 0; i < model_.channels[channel].items.size(); ++i) {
      const ValueSet& values = facts_.values(facts_.of_item(channel, i));
      items.push_back(range_of(values.empty() ? ValueSet(0) : values, gaps));
    }
    ranges.messages.add(std::move(items));
  }
  return ranges;
}

std::vector<GappedRange> declared_ranges(const Frame& frame) {
  std::vector<GappedRange> ranges;
  for (const Slot& slot : frame.slots) ranges.push_back({declared_range(slot.type)});
  return ranges;
}

}  // namespace

Ranges declared_ranges(const Model& model) {
  Ranges ranges;
  ranges.globals = declared_ranges(model.globals);
  for (const ProcessType& type : model.process_types) {
    ranges.processes.add(declared_ranges(type.frame));
    ranges.locations.add(all_locations(type));
  }
  for (const ObjectType& type : model.object_types) {
    ranges.objects.add(declared_ranges(type.frame));
  }
  for (const Channel& channel : model.channels) {
    std::vector<GappedRange> items;
    for (const ValueType& item : channel.items) items.push_back({declared_range(item)});
    ranges.messages.add(std::move(items));
  }
  return ranges;
}

Ranges proven_ranges(const Model& model, Gaps gaps) {
  RangeAnalysis analysis(model);
  return analysis.run() ? analysis.result(gaps) : declared_ranges(model);
}

}  // namespace clew
