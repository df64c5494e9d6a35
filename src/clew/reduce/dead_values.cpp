#include "clew/reduce/dead_values.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "clew/model/intervals.hpp"
#include "clew/reduce/control_flow.hpp"

namespace clew {

namespace {

using Slots = std::vector<bool>;  // of one frame

// How often each expression is part of another one, or of an instruction.  Questions have expressions of
// their own.
class Uses {
 public:
  explicit Uses(const Model& model) : model_(model), counts_(model.exprs.size(), 0) {
    for (const Expr& expr : model.exprs) {
      add(expr.place);
      for (const ExprId operand : operands_of(expr)) add(operand);
    }
    for (const Communication& poll : model.polls) add(poll);
    for (const Assertion& assertion : model.assertions) add(assertion.expr);
    for (const ProcessType& type : model.process_types) {
      add(type.provided);
      for (const Instruction& step : type.setup) add(step);
    }
    for (const Action& action : model.actions) {
      add(action.guard);
      add(action.communication);
      for (const Instruction& step : action.effect) add(step);
    }
  }

  // Whether nothing that it is made of is used anywhere else; indices may be.
  bool is_used_once(ExprId id) const {
    const std::vector<ExprId> operands = operands_of(model_.exprs[id]);
    return counts_[to_index(id)] == 1 &&
           std::all_of(operands.begin(), operands.end(),
                       [&](ExprId operand) { return is_used_once(operand); });
  }

 private:
  void add(ExprId id) {
    if (is_some(id)) ++counts_[to_index(id)];
  }
  void add(const Place& place) {
    add(place.index);
    add(place.owner);
  }
  void add(const Instruction& step) {
    add(step.target);
    add(step.value);
    for (const ExprId argument : step.arguments) add(argument);
  }
  void add(const Communication& talk) {
    add(talk.channel);
    for (const ExprId value : talk.values) add(value);
    for (const ReceiveItem& item : talk.items) {
      add(item.target);
      add(item.value);
    }
  }

  const Model& model_;
  std::vector<std::uint32_t> counts_;
};

class Forgetter {
 public:
  Forgetter(Model& model, Counters counters)
      : model_(model), is_read_(model.globals.slots.size(), false) {
    for (const ProcessType& type : model.process_types) {
      remembered_.push_back(Slots(type.frame.slots.size(), false));
    }
    std::vector<bool> counting(model.exprs.size(), false);
    if (counters == Counters::Forgotten) mark_reads_that_count(counting);
    for (std::size_t i = 0; i < model.exprs.size(); ++i) {
      const Place& place = model.exprs[to_id<ExprId>(i)].place;
      remember(place);
      if (place.scope == Scope::Global && is_some(place.slot) && !counting[i])
        is_read_[to_index(place.slot)] = true;
    }
    for (const Action& action : model.actions) {
      for (const Instruction& step : action.effect) remember(step.target);
      for (const ReceiveItem& item : action.communication.items) {
        remember(item.target);
        // Which element that was is not known any more when the message is there.
        const Place& target = item.target;
        const bool is_global = target.scope == Scope::Global && is_some(target.slot);
        if (is_global && !has_fixed_element(target)) is_read_[to_index(target.slot)] = true;
      }
    }
  }

  void run() {
    // What is not done any more reads nothing.
    for (Action& action : model_.actions) {
      if (!action.is_simultaneous) forget_unread(action);
    }
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto type = to_id<ProcessTypeId>(i);
      if (model_.claim && model_.claim->type == type) continue;
      if (!model_.process_types[type].frame.slots.empty()) forget_in(type);
    }
  }

 private:
  bool has_fixed_element(const Place& place) const {
    return !is_some(place.index) || model_.exprs[place.index].op == Op::Constant;
  }

  // A global variable, or an element of one, gets a value, and nothing can go wrong.
  bool is_harmless(const Instruction& step, ProcessTypeId self) const {
    const Place& target = step.target;
    const bool is_assigned = step.kind == Instruction::Kind::Assign && !step.forgets;
    if (!is_assigned || target.scope != Scope::Global || can_fail(model_, step.value, self)) {
      return false;
    }
    const Slot& slot = global(target);
    const Range elements{0, static_cast<Value>(slot.length) - 1};
    const bool is_there =
        !is_some(target.index) || (!can_fail(model_, target.index, self) &&
                                   lies_within(interval_of(model_, target.index, self), elements));
    return is_there && (slot.type.overflow == Overflow::Wrap ||
                        lies_within(interval_of(model_, step.value, self), slot.type.range));
  }

  // By expression: it reads a variable in order to give the same one another value, as `x++` does.
  void mark_reads_that_count(std::vector<bool>& found) const {
    const Uses uses(model_);
    for (const Action& action : model_.actions) {
      for (const Instruction& step : action.effect) {
        const bool is_assigned = !action.is_simultaneous && step.kind == Instruction::Kind::Assign;
        if (is_assigned && uses.is_used_once(step.value) && is_harmless(step, action.owner)) {
          mark_reads(step.value, step.target.slot, found);
        }
      }
    }
  }

  void mark_reads(ExprId id, SlotId slot, std::vector<bool>& found) const {
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read && expr.place.scope == Scope::Global && expr.place.slot == slot) {
      found[to_index(id)] = true;
    }
    for (const ExprId operand : operands_of(expr)) mark_reads(operand, slot, found);
  }

  // What others can see may be looked at any time.
  void remember(const Place& place) {
    if (!is_some(place.slot)) return;  // it is about a location
    if (place.scope == Scope::Process && place.process != claim_id) {
      remembered_[to_index(model_.processes[place.process].type)][to_index(place.slot)] = true;
    }
    if (place.scope == Scope::Numbered) {
      remembered_[to_index(place.type)][to_index(place.slot)] = true;
    }
  }

  void forget_in(ProcessTypeId type) {
    const std::vector<Slots> live = live_slots(type);
    const Frame& frame = model_.process_types[type].frame;
    for (Action& action : model_.actions) {
      if (action.owner != type || action.is_simultaneous || ends_process(action)) continue;
      const Slots written = writes_of(action);
      for (std::size_t i = 0; i < frame.slots.size(); ++i) {
        // Forgotten once is forgotten.
        const bool was_there = live[to_index(action.from)][i] || written[i];
        if (!live[to_index(action.to)][i] && was_there) add_reset(action, to_id<SlotId>(i));
      }
    }
  }

  // A global that is written and never read at all: as soon as it has a value it loses it again.
  void forget_unread(Action& action) {
    std::vector<Instruction> effect;
    for (const ReceiveItem& item : action.communication.items) {
      if (item.kind == ReceiveItem::Kind::Store && is_unread(item.target))
        effect.push_back(reset_of(item.target, global(item.target)));
    }
    for (Instruction& step : action.effect) {
      // What changes nothing but such a variable need not be done.
      if (is_unread(step.target) && is_harmless(step, action.owner)) continue;
      const Place target = step.target;
      // Right behind, where the index has the same value still.
      const bool resets = step.kind == Instruction::Kind::Assign && is_unread(target);
      effect.push_back(std::move(step));
      if (resets) effect.push_back(reset_of(target, global(target)));
    }
    action.effect = std::move(effect);
  }

  const Slot& global(const Place& place) const { return model_.globals.slots[place.slot]; }

  bool is_unread(const Place& place) const {
    if (place.scope != Scope::Global || !is_some(place.slot)) return false;
    const Slot& slot = global(place);
    const bool starts_alike =
        std::all_of(slot.initial.begin(), slot.initial.end(),
                    [&](Value value) { return value == slot.initial.front(); });
    return !is_read_[to_index(place.slot)] && !slot.type.is_channel && !slot.is_free &&
           starts_alike;
  }

  // By location: the slots that may be read before they are written.
  std::vector<Slots> live_slots(ProcessTypeId type) const {
    const ProcessType& declared = model_.process_types[type];
    Slots always = remembered_[to_index(type)];
    for (std::size_t i = 0; i < always.size(); ++i) {
      const Slot& slot = declared.frame.slots[to_id<SlotId>(i)];
      always[i] = always[i] || slot.length != 1 || slot.type.is_channel;
    }
    read(declared.provided, always);
    std::vector<Slots> live(declared.locations.size(), always);
    for (const Assertion& assertion : model_.assertions) {
      if (assertion.owner == type) read(assertion.expr, live[to_index(assertion.location)]);
    }
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      for (const Action& action : model_.actions) {
        if (action.owner != type) continue;
        Slots before = live_before(action, live[to_index(action.to)]);
        Slots& here = live[to_index(action.from)];
        for (std::size_t i = 0; i < here.size(); ++i) {
          if (here[i] || !before[i]) continue;
          here[i] = is_growing = true;
        }
      }
    }
    return live;
  }

  // Backwards through the action: what it writes first is not read from before.
  Slots live_before(const Action& action, Slots live) const {
    if (!action.is_simultaneous) {
      for (auto step = action.effect.rbegin(); step != action.effect.rend(); ++step) {
        go_back_over(*step, live);
      }
    } else {
      for (const Instruction& step : action.effect) read_step(step, live);
    }
    for (const ReceiveItem& item : action.communication.items) {
      // A message that cannot be taken writes nothing, so only what is read counts.
      read(item.value, live);
      read(item.target.index, live);
      read(item.target.owner, live);
    }
    for (const ReceiveItem& item : action.communication.items) {
      const bool is_stored = item.kind == ReceiveItem::Kind::Store;
      if (is_stored && item.target.scope == Scope::Self && !is_read_by(action, item.target.slot)) {
        live[to_index(item.target.slot)] = remembers(action.owner, item.target.slot);
      }
    }
    for (const ExprId value : action.communication.values) read(value, live);
    read(action.communication.channel, live);
    read(action.guard, live);
    return live;
  }

  bool remembers(ProcessTypeId type, SlotId slot) const {
    const Slot& declared = model_.process_types[type].frame.slots[slot];
    return remembered_[to_index(type)][to_index(slot)] || declared.length != 1 ||
           declared.type.is_channel;
  }

  // Whether the communication itself reads the slot.
  bool is_read_by(const Action& action, SlotId slot) const {
    Slots read_slots(model_.process_types[action.owner].frame.slots.size(), false);
    for (const ReceiveItem& item : action.communication.items) {
      read(item.value, read_slots);
      read(item.target.index, read_slots);
      read(item.target.owner, read_slots);
    }
    return read_slots[to_index(slot)];
  }

  void go_back_over(const Instruction& step, Slots& live) const {
    const bool writes = step.has_target() && step.target.scope == Scope::Self &&
                        !is_some(step.target.index) && !is_some(step.target.owner);
    if (writes) live[to_index(step.target.slot)] = false;
    read_step(step, live);
  }

  void read_step(const Instruction& step, Slots& live) const {
    read(step.target.index, live);
    read(step.target.owner, live);
    read(step.value, live);
    for (const ExprId argument : step.arguments) read(argument, live);
  }

  // Adds the own slots that an expression reads.
  void read(ExprId id, Slots& live) const {
    if (!is_some(id)) return;
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read && expr.place.scope == Scope::Self) {
      live[to_index(expr.place.slot)] = true;
    }
    read(expr.place.index, live);
    read(expr.place.owner, live);
    for (const ExprId operand : operands_of(expr)) read(operand, live);
    if (expr.op != Op::Poll) return;
    const Communication& poll = model_.polls[expr.poll];
    read(poll.channel, live);
    for (const ReceiveItem& item : poll.items) read(item.value, live);
  }

  Slots writes_of(const Action& action) const {
    Slots written(model_.process_types[action.owner].frame.slots.size(), false);
    const auto note = [&](const Place& place) {
      if (place.scope == Scope::Self && is_some(place.slot)) written[to_index(place.slot)] = true;
    };
    for (const Instruction& step : action.effect) {
      if (step.has_target()) note(step.target);
    }
    for (const ReceiveItem& item : action.communication.items) {
      if (item.kind == ReceiveItem::Kind::Store) note(item.target);
    }
    return written;
  }

  void add_reset(Action& action, SlotId slot) {
    Place place;
    place.scope = Scope::Self;
    place.slot = slot;
    action.effect.push_back(reset_of(place, model_.process_types[action.owner].frame.slots[slot]));
  }

  Instruction reset_of(const Place& place, const Slot& declared) {
    Instruction reset;
    reset.kind = Instruction::Kind::Assign;
    reset.forgets = true;
    reset.target = place;
    reset.value = model_.add_constant(declared.initial.front());
    return reset;
  }

  Model& model_;
  std::vector<Slots> remembered_;  // by process type
  Slots is_read_;                  // of the globals
};

}  // namespace

Model reset_dead_values(Model model, Counters counters) {
  Forgetter(model, counters).run();
  return model;
}

}  // namespace clew
