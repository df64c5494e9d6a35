#include "clew/reduce/constants.hpp"

#include <algorithm>
#include <utility>

#include "clew/model/interpreter.hpp"

namespace clew {

namespace {

// Long enough for any `init` that is written down; a system that never has a choice goes on for ever.
constexpr int moves_max = 1000;

}  // namespace

Constants::Constants(const Model& model, const IdMap<ActorId, Actor>& actors,
                     const Outgoing& outgoing)
    : model_(model), actors_(actors), global_written_(model.globals.slots.size(), false) {
  if (model.composition == Composition::Synchronous || !has_fixed_start(model)) return;
  state_ = first_choice();
  for (std::size_t i = 0; i < state_->process_count(); ++i) {
    const ProcessTypeId type = state_->type_of(to_id<ProcessId>(i));
    own_written_.emplace_back(model.process_types[type].frame.slots.size(), false);
  }
  bool stays = true;  // those that are there
  for (std::size_t i = 0; i < own_written_.size(); ++i) {
    stays = stays && note_writes(to_id<ProcessId>(i), outgoing);
  }
  if (model.claim) {
    for (const Action& action : model.actions) {
      if (action.owner == model.claim->type) stays = stays && note_writes(action, claim_id);
    }
  }
  if (!stays) state_.reset();
}

State Constants::first_choice() const {
  // What watches has choices of its own, which are none of the system's.
  const Model system = without_claim(model_);
  const Interpreter judge(system);
  State state = judge.initial_state();
  for (int i = 0; i < moves_max; ++i) {
    std::optional<State> next;
    const Expansion expansion = judge.moves(state, [&](const Move& move) {
      const bool is_first = !next && move.target != nullptr;
      if (is_first) next = *move.target;
      return is_first ? Continue::Yes : Continue::No;
    });
    if (expansion.moves != 1 || !next) break;
    state = std::move(*next);
  }
  return state;
}

bool Constants::note_writes(ProcessId process, const Outgoing& outgoing) {
  const ProcessTypeId type = state_->type_of(process);
  std::vector<bool> seen(model_.process_types[type].locations.size(), false);
  std::vector<LocationId> open{state_->location_of(process)};
  while (!open.empty()) {
    const LocationId here = open.back();
    open.pop_back();
    if (seen[to_index(here)]) continue;
    seen[to_index(here)] = true;
    for (const ActionId id : outgoing[type][here]) {
      if (!note_writes(model_.actions[id], process)) return false;
      open.push_back(model_.actions[id].to);
    }
  }
  return true;
}

bool Constants::note_writes(const Action& action, ProcessId process) {
  for (const ReceiveItem& item : action.communication.items) {
    if (item.kind == ReceiveItem::Kind::Store) note_target(item.target, process);
  }
  for (const Instruction& step : action.effect) {
    if (step.kind == Instruction::Kind::Start) return false;
    if (step.has_target() && !step.forgets) note_target(step.target, process);
  }
  return true;
}

void Constants::note_target(const Place& place, ProcessId process) {
  const auto mark = [&](std::size_t who) {
    std::vector<bool>& written = own_written_[who];
    if (to_index(place.slot) < written.size()) written[to_index(place.slot)] = true;
  };
  switch (place.scope) {
    case Scope::Global: global_written_[to_index(place.slot)] = true; return;
    case Scope::Self:
      if (process != claim_id) mark(to_index(process));
      return;
    case Scope::Process:
    case Scope::Numbered:
      // Whoever it may be.
      for (std::size_t i = 0; i < own_written_.size(); ++i) mark(i);
      return;
    case Scope::Constant:
    case Scope::Object:
    case Scope::Choice: return;
  }
}

std::optional<Value> Constants::global(SlotId slot, std::uint32_t element) const {
  if (!state_ || global_written_[to_index(slot)]) return std::nullopt;
  const Slot& declared = model_.globals.slots[slot];
  if (element >= declared.length) return std::nullopt;
  return state_->values[declared.offset + element];
}

std::optional<Value> Constants::own(ActorId actor, SlotId slot, std::uint32_t element) const {
  const Actor& who = actors_[actor];
  if (!state_ || !is_some(who.process) || to_index(who.process) >= own_written_.size()) {
    return std::nullopt;
  }
  if (state_->type_of(who.process) != who.type) return std::nullopt;
  if (own_written_[to_index(who.process)][to_index(slot)]) return std::nullopt;
  const Slot& declared = model_.process_types[who.type].frame.slots[slot];
  if (element >= declared.length) return std::nullopt;
  return state_->values[state_->part(who.process).offset + 1 + declared.offset + element];
}

}  // namespace clew
