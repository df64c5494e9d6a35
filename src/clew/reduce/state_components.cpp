#include "clew/reduce/state_components.hpp"

#include <algorithm>

namespace clew {

namespace {

template <class Id>
std::uint32_t number_of(Id id) {
  return static_cast<std::uint32_t>(to_index(id));
}

}  // namespace

void Access::add(const Access& other) {
  own.add(other.own);
  shared.add(other.shared);
  fresh.add(other.fresh);
  everything = everything || other.everything;
}

void Access::add_as_shared(const Access& other) {
  shared.add(other.own);
  shared.add(other.shared);
  fresh.add(other.fresh);
  everything = everything || other.everything;
}

IdMap<ActorId, Actor> actors_of(const Model& model, const std::vector<ProcessTypeId>& positions) {
  IdMap<ActorId, Actor> actors;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    actors.add({positions[i], to_id<ProcessId>(i)});
  }
  if (!positions.empty()) return actors;
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    actors.add({to_id<ProcessTypeId>(i), no_id<ProcessId>});
  }
  return actors;
}

StateComponents::StateComponents(const Model& model, const IdMap<ActorId, Actor>& actors)
    : model_(model), who_(actors) {
  std::uint32_t next = first_of_model;
  for (const Slot& slot : model.globals.slots) {
    globals_.push_back(next);
    next += slot.length <= elements_max ? slot.length : 1;
  }
  channels_ = next;
  next += 2 * static_cast<std::uint32_t>(model.channels.size());
  for (const Actor& actor : actors) {
    actors_.add(next);
    const ProcessType& type = model.process_types[actor.type];
    next += static_cast<std::uint32_t>(type.frame.slots.size() + type.locations.size() +
                                       2 * type.channels.size());
  }
}

void StateComponents::add_global(SlotId slot, std::optional<std::uint32_t> element, ComponentSet& set) const {
  const std::uint32_t first = globals_[to_index(slot)];
  const std::uint32_t length = model_.globals.slots[slot].length;
  if (length > elements_max) return set.add(ComponentId{first});
  if (element && *element < length) return set.add(ComponentId{first + *element});
  for (std::uint32_t i = 0; i < length; ++i) set.add(ComponentId{first + i});
}

std::optional<ComponentId> StateComponents::global_value(SlotId slot, std::uint32_t element) const {
  const std::uint32_t length = model_.globals.slots[slot].length;
  if (length > elements_max || element >= length) return std::nullopt;
  return ComponentId{globals_[to_index(slot)] + element};
}

ComponentId StateComponents::local(ActorId actor, SlotId slot) const {
  return ComponentId{actors_[actor] + number_of(slot)};
}

ComponentId StateComponents::at(ActorId actor, LocationId location) const {
  const ProcessType& type = model_.process_types[who_[actor].type];
  return ComponentId{actors_[actor] + static_cast<std::uint32_t>(type.frame.slots.size()) +
                number_of(location)};
}

ComponentId StateComponents::arrivals(Line line) const {
  if (!is_some(line.owner)) return ComponentId{channels_ + 2 * number_of(line.channel)};
  const ProcessType& type = model_.process_types[who_[line.owner].type];
  const auto own = std::find(type.channels.begin(), type.channels.end(), line.channel);
  const auto before = static_cast<std::size_t>(own - type.channels.begin());
  return ComponentId{
      actors_[line.owner] +
      static_cast<std::uint32_t>(type.frame.slots.size() + type.locations.size() + 2 * before)};
}

}  // namespace clew
