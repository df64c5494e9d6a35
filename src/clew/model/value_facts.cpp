#include "clew/model/value_facts.hpp"

#include <algorithm>

#include "clew/model/state.hpp"

namespace clew {

namespace {

// So often a value grows as it likes; then it jumps from constant to constant, then to its range.
// Loops over a few dozen elements are followed step by step.
constexpr std::uint32_t free_growths = 48;
constexpr std::uint32_t growths_max = 96;

// Who writes each slot, over the whole model.
class Writers {
 public:
  explicit Writers(const Model& model)
      : model_(model),
        writers_(model.globals.slots.size()),
        started_(model.process_types.size(), 0),
        foreign_(model.process_types.size()) {
    for (const Process& process : model.processes) ++started_[to_index(process.type)];
    if (model.claim) started_[to_index(model.claim->type)] += many;
    for (const Action& action : model.actions) {
      for (const Instruction& step : action.effect) look_at(step, action.owner);
      for (const ReceiveItem& item : action.communication.items) {
        if (item.kind == ReceiveItem::Kind::Store) look_at(item.target, action.owner);
      }
    }
    for (std::size_t i = 0; i < model.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      for (const Instruction& step : model.process_types[id].setup) look_at(step, id);
    }
  }

  // The one type that writes a global, if there is exactly one process of it, ever.
  ProcessTypeId only_writer(SlotId slot) const {
    const std::vector<ProcessTypeId>& types = writers_[to_index(slot)];
    const bool is_one = types.size() == 1 && started_[to_index(types.front())] == 1;
    return is_one ? types.front() : no_id<ProcessTypeId>;
  }
  // True if a process writes the slot of another one.
  bool is_foreign(ProcessTypeId type, SlotId slot) const {
    const auto& slots = foreign_[to_index(type)];
    return std::find(slots.begin(), slots.end(), slot) != slots.end();
  }

 private:
  static constexpr std::uint32_t many = 2;

  void look_at(const Instruction& step, ProcessTypeId self) {
    if (step.kind == Instruction::Kind::Start) started_[to_index(step.process_type)] += many;
    if (step.has_target()) look_at(step.target, self);
  }
  void look_at(const Place& target, ProcessTypeId self) {
    if (target.scope == Scope::Global) {
      std::vector<ProcessTypeId>& types = writers_[to_index(target.slot)];
      if (std::find(types.begin(), types.end(), self) == types.end()) types.push_back(self);
    }
    if (target.scope == Scope::Process) {
      foreign_[to_index(model_.processes[target.process].type)].push_back(target.slot);
    }
    if (target.scope == Scope::Numbered) foreign_[to_index(target.type)].push_back(target.slot);
  }

  const Model& model_;
  std::vector<std::vector<ProcessTypeId>> writers_;  // by global
  std::vector<std::uint32_t> started_;               // by process type: processes there can be
  std::vector<std::vector<SlotId>> foreign_;         // by process type
};

}  // namespace

// Objects are numbered by the state, whatever range their references were declared with.
Range declared_range(const ValueType& type) {
  return type.is_reference() ? Range{0, static_cast<Value>(parts_max)} : type.range;
}

ValueFacts::ValueFacts(const Model& model) : model_(model), is_dynamic_(model.is_dynamic()) {
  globals_ = add_frame(model.globals);
  for (const ProcessType& type : model.process_types) {
    locals_.add(add_frame(type.frame));
    standings_.add(IdMap<LocationId, Standing>(type.locations.size()));
  }
  for (const ObjectType& type : model.object_types) objects_.add(add_frame(type.frame));
  for (const Channel& channel : model.channels) {
    std::vector<FactId> items;
    for (const ValueType& item : channel.items) items.push_back(add_fact(item));
    messages_.add(std::move(items));
  }
  find_tracked();
  collect_constants();
}

FactId ValueFacts::add_fact(const ValueType& type) {
  Fact fact;
  fact.declared = declared_range(type);
  if (type.is_reference()) fact.values.add(fact.declared);
  return facts_.add(std::move(fact));
}

IdMap<SlotId, FactId> ValueFacts::add_frame(const Frame& frame) {
  IdMap<SlotId, FactId> ids;
  for (const Slot& slot : frame.slots) ids.add(add_fact(slot.type));
  return ids;
}

// What holds at the only location of a process is hardly more than what holds always, and every action
// looks at all of it.
bool ValueFacts::tracks(ProcessTypeId type) const {
  constexpr std::size_t slots_few = 256;
  const ProcessType& declared = model_.process_types[type];
  return declared.locations.size() > 1 ||
         declared.frame.slots.size() + model_.globals.slots.size() <= slots_few;
}

void ValueFacts::find_tracked() {
  const Writers writers(model_);
  for (std::size_t t = 0; t < model_.process_types.size(); ++t) {
    const auto type = to_id<ProcessTypeId>(t);
    const Frame& frame = model_.process_types[type].frame;
    Tracked tracked;
    for (std::size_t i = 0; i < frame.slots.size(); ++i) {
      const Slot& slot = frame.slots[to_id<SlotId>(i)];
      const bool is_tracked =
          tracks(type) && !slot.type.is_reference() && !writers.is_foreign(type, to_id<SlotId>(i));
      tracked.of_slot.push_back(is_tracked ? tracked.declared.size() : untracked);
      if (is_tracked) tracked.declared.push_back(slot.type.range);
    }
    tracked_.add(std::move(tracked));
  }
  for (std::size_t i = 0; i < model_.globals.slots.size(); ++i) {
    const auto slot = to_id<SlotId>(i);
    const ProcessTypeId owner = writers.only_writer(slot);
    if (!is_some(owner) || !tracks(owner)) continue;
    if (model_.globals.slots[slot].type.is_reference()) continue;
    Tracked& tracked = tracked_[owner];
    tracked.of_global.emplace(i, tracked.declared.size());
    tracked.own_globals.push_back(slot);
    tracked.declared.push_back(model_.globals.slots[slot].type.range);
  }
}

void ValueFacts::collect_constants() {
  for (const Expr& expr : model_.exprs) {
    if (expr.op != Op::Constant) continue;
    // `x < c` ends at c - 1, and what is counted up while it holds at c.
    for (std::int64_t value = std::int64_t{expr.constant} - 1; value <= expr.constant; ++value) {
      if (value >= full_range.low) constants_.push_back(static_cast<Value>(value));
    }
  }
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
}

FactId ValueFacts::of_place(const Place& place, ProcessTypeId self) const {
  switch (place.scope) {
    case Scope::Self: return of_local(self, place.slot);
    case Scope::Process: return of_local(model_.processes[place.process].type, place.slot);
    case Scope::Numbered: return of_local(place.type, place.slot);
    case Scope::Object: {
      // The object's type is that of the slot its reference is read from.
      const Place& reference = model_.exprs[place.owner].place;
      return of_object(model_.slot_of(reference, self).type.object, place.slot);
    }
    default: return of_global(place.slot);
  }
}

std::size_t ValueFacts::tracked_index(Scope scope, SlotId slot, ProcessTypeId self) const {
  if (scope == Scope::Self) return tracked_[self].of_slot[to_index(slot)];
  if (scope != Scope::Global) return untracked;
  const auto& globals = tracked_[self].of_global;
  const auto found = globals.find(to_index(slot));
  return found == globals.end() ? untracked : found->second;
}

bool ValueFacts::widen(ValueSet& values, const ValueSet& more, Range declared,
                       std::uint32_t& growths) const {
  if (values.contains(more)) return false;
  if (values.empty() || ++growths <= free_growths) {
    values.add(more);
    return true;
  }
  const Range before = values.hull();
  values.add(more);
  Range hull = values.hull();
  if (growths > growths_max) hull = declared;
  if (hull.high > before.high) {
    const auto next = std::lower_bound(constants_.begin(), constants_.end(), hull.high);
    hull.high = next == constants_.end() ? declared.high : std::min(*next, declared.high);
  }
  if (hull.low < before.low) {
    const auto next = std::upper_bound(constants_.begin(), constants_.end(), hull.low);
    hull.low = next == constants_.begin() ? declared.low : std::max(*std::prev(next), declared.low);
  }
  values.add(hull);
  return true;
}

void ValueFacts::grow(FactId id, const ValueSet& more) {
  Fact& fact = facts_[id];
  if (widen(fact.values, more, fact.declared, fact.growths)) fact.changed_at = ++clock_;
}

void ValueFacts::reach(ProcessTypeId type, LocationId location,
                       const std::vector<ValueSet>& values) {
  Standing& standing = standings_[type][location];
  bool has_grown = !standing.reached;
  standing.reached = true;
  standing.values.resize(values.size());
  standing.growths.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Range declared = tracked_[type].declared[i];
    has_grown = widen(standing.values[i], values[i], declared, standing.growths[i]) || has_grown;
  }
  if (has_grown) standing.changed_at = ++clock_;
}

}  // namespace clew
