#include "clew/reduce/constants.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "clew/model/move_label.hpp"

namespace clew {

namespace {

// Enough for any `init` that is written down; the judge takes some milliseconds for them.
constexpr std::size_t moves_max = 4000;

std::vector<ProcessTypeId> types_of(const State& state) {
  std::vector<ProcessTypeId> types;
  for (const Shape::ProcessPart& part : state.shape->processes) types.push_back(part.type);
  return types;
}

struct StateHash {
  std::size_t operator()(const State& state) const { return hash_value(state); }
};

// Follows the moves of one process alone, as long as nobody else can move.
class LonelyMoves {
 public:
  explicit LonelyMoves(const Model& system) : judge_(system) {}

  std::vector<State> ends() {
    discover(judge_.initial_state());
    // What is open when it takes too long are ends as well.
    while (!open_.empty() && moves_ < moves_max) {
      State state = std::move(open_.back());
      open_.pop_back();
      expand(std::move(state));
    }
    for (State& each : open_) ends_.push_back(std::move(each));
    return std::move(ends_);
  }

 private:
  void discover(const State& state) {
    if (known_.insert(state).second) open_.push_back(state);
  }

  void expand(State state) {
    std::vector<State> targets;
    std::optional<Beginning> first;
    bool is_choice = false;  // between processes
    judge_.moves(state, [&](const Move& move) {
      ++moves_;
      const Beginning begin(label_of(MoveLabel::Beginning, move.firings));
      if (!first)
        first = begin;
      else
        is_choice = is_choice || begin.process != first->process ||
                    begin.partner != Beginning::nobody || first->partner != Beginning::nobody;
      if (move.target != nullptr) targets.push_back(*move.target);
      return is_choice ? Continue::No : Continue::Yes;
    });
    if (is_choice) return ends_.push_back(std::move(state));
    for (const State& target : targets) discover(target);
  }

  const Interpreter judge_;
  std::unordered_set<State, StateHash> known_;
  std::vector<State> open_;
  std::vector<State> ends_;
  std::size_t moves_ = 0;
};

}  // namespace

Constants::Constants(const Model& model, const IdMap<ActorId, Actor>& actors,
                     const Outgoing& outgoing)
    : model_(model), actors_(actors), global_varies_(model.globals.slots.size(), false) {
  if (model.composition == Composition::Synchronous || !has_fixed_start(model)) return;
  std::vector<State> states = first_meetings();
  if (states.empty()) return;
  state_ = states.back();
  for (const ProcessTypeId type : types_of(*state_)) {
    own_varies_.emplace_back(model.process_types[type].frame.slots.size(), false);
  }
  bool stays = true;  // those that are there
  for (const State& each : states) {
    stays = stays && types_of(each) == types_of(*state_);
    if (stays) note_differences(each);
    for (std::size_t i = 0; stays && i < own_varies_.size(); ++i) {
      stays = note_writes(each, to_id<ProcessId>(i), outgoing);
    }
  }
  if (model.claim) {
    for (const Action& action : model.actions) {
      if (action.owner == model.claim->type) stays = stays && note_writes(action, claim_id);
    }
  }
  if (!stays) state_.reset();
}

std::vector<State> Constants::first_meetings() const {
  // What watches has choices of its own, which are none of the system's.
  const Model system = without_claim(model_);
  return LonelyMoves(system).ends();
}

void Constants::note_differences(const State& other) {
  const auto note = [&](const Frame& frame, std::size_t mine, std::size_t theirs,
                        std::vector<bool>& varies) {
    for (std::size_t i = 0; i < varies.size(); ++i) {
      const Slot& slot = frame.slots[to_id<SlotId>(i)];
      const auto begin = state_->values.begin() + static_cast<std::ptrdiff_t>(mine + slot.offset);
      const auto same = other.values.begin() + static_cast<std::ptrdiff_t>(theirs + slot.offset);
      if (!std::equal(begin, begin + slot.length, same)) varies[i] = true;
    }
  };
  note(model_.globals, 0, 0, global_varies_);
  for (std::size_t i = 0; i < own_varies_.size(); ++i) {
    const Shape::ProcessPart& mine = state_->shape->processes[i];
    note(model_.process_types[mine.type].frame, mine.offset + 1,
         other.shape->processes[i].offset + 1, own_varies_[i]);
  }
}

bool Constants::note_writes(const State& from, ProcessId process, const Outgoing& outgoing) {
  const ProcessTypeId type = from.type_of(process);
  std::vector<bool> seen(model_.process_types[type].locations.size(), false);
  std::vector<LocationId> open{from.location_of(process)};
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
    std::vector<bool>& varies = own_varies_[who];
    if (to_index(place.slot) < varies.size()) varies[to_index(place.slot)] = true;
  };
  switch (place.scope) {
    case Scope::Global: global_varies_[to_index(place.slot)] = true; return;
    case Scope::Self:
      if (process != claim_id) mark(to_index(process));
      return;
    case Scope::Process:
    case Scope::Numbered:
      // Whoever it may be.
      for (std::size_t i = 0; i < own_varies_.size(); ++i) mark(i);
      return;
    case Scope::Constant:
    case Scope::Object:
    case Scope::Choice: return;
  }
}

std::optional<Value> Constants::global(SlotId slot, std::uint32_t element) const {
  if (!state_ || global_varies_[to_index(slot)]) return std::nullopt;
  const Slot& declared = model_.globals.slots[slot];
  if (element >= declared.length) return std::nullopt;
  return state_->values[declared.offset + element];
}

// Channels are numbered process by process, and no process comes any more.
std::optional<Line> Constants::line(Value number) const {
  if (!state_ || number <= 0) return std::nullopt;
  auto left = static_cast<std::size_t>(number) - 1;
  const auto is_global = [](const Channel& channel) { return channel.is_global(); };
  const auto globals = static_cast<std::size_t>(
      std::count_if(model_.channels.begin(), model_.channels.end(), is_global));
  if (left < globals) return std::nullopt;
  left -= globals;
  for (std::size_t i = 0; i < std::min(actors_.size(), own_varies_.size()); ++i) {
    const Actor& who = actors_[to_id<ActorId>(i)];
    if (!is_some(who.process) || state_->type_of(who.process) != who.type) return std::nullopt;
    const auto& own = model_.process_types[who.type].channels;
    if (left < own.size()) return Line{own[left], to_id<ActorId>(i)};
    left -= own.size();
  }
  return std::nullopt;
}

std::optional<Value> Constants::own(ActorId actor, SlotId slot, std::uint32_t element) const {
  const Actor& who = actors_[actor];
  if (!state_ || !is_some(who.process) || to_index(who.process) >= own_varies_.size()) {
    return std::nullopt;
  }
  if (state_->type_of(who.process) != who.type) return std::nullopt;
  if (own_varies_[to_index(who.process)][to_index(slot)]) return std::nullopt;
  const Slot& declared = model_.process_types[who.type].frame.slots[slot];
  if (element >= declared.length) return std::nullopt;
  return state_->values[state_->part(who.process).offset + 1 + declared.offset + element];
}

}  // namespace clew
