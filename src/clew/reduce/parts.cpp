#include "clew/reduce/parts.hpp"

#include <algorithm>

namespace clew {

namespace {

constexpr std::uint32_t word_bits = 64;

template <class Id>
std::uint32_t number_of(Id id) {
  return static_cast<std::uint32_t>(to_index(id));
}

}  // namespace

void PartSet::add(PartId part) {
  const std::uint32_t word = number_of(part) / word_bits;
  first_ = empty() ? word : std::min<std::size_t>(first_, word);
  if (word >= words_.size()) words_.resize(word + 1, 0);
  words_[word] |= std::uint64_t{1} << number_of(part) % word_bits;
}

void PartSet::add(const PartSet& other) {
  if (other.empty()) return;
  first_ = empty() ? other.first_ : std::min(first_, other.first_);
  if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
  for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
}

bool PartSet::contains(PartId part) const {
  const std::uint32_t word = number_of(part) / word_bits;
  return word < words_.size() && (words_[word] >> number_of(part) % word_bits & 1) != 0;
}

std::pair<std::size_t, std::size_t> PartSet::common_words(const PartSet& other) const {
  return {std::max(first_, other.first_), std::min(words_.size(), other.words_.size())};
}

bool PartSet::meets(const PartSet& other) const {
  const auto [begin, end] = common_words(other);
  for (std::size_t i = begin; i < end; ++i) {
    if ((words_[i] & other.words_[i]) != 0) return true;
  }
  return false;
}

bool PartSet::meets_beside(const PartSet& other, PartId part) const {
  const auto [begin, end] = common_words(other);
  for (std::size_t i = begin; i < end; ++i) {
    std::uint64_t common = words_[i] & other.words_[i];
    if (number_of(part) / word_bits == i)
      common &= ~(std::uint64_t{1} << number_of(part) % word_bits);
    if (common != 0) return true;
  }
  return false;
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

Parts::Parts(const Model& model, const IdMap<ActorId, Actor>& actors)
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
    next += static_cast<std::uint32_t>(type.frame.slots.size() + type.locations.size());
  }
}

void Parts::add_global(SlotId slot, std::optional<std::uint32_t> element, PartSet& set) const {
  const std::uint32_t first = globals_[to_index(slot)];
  const std::uint32_t length = model_.globals.slots[slot].length;
  if (length > elements_max) return set.add(PartId{first});
  if (element && *element < length) return set.add(PartId{first + *element});
  for (std::uint32_t i = 0; i < length; ++i) set.add(PartId{first + i});
}

std::optional<PartId> Parts::global_value(SlotId slot, std::uint32_t element) const {
  const std::uint32_t length = model_.globals.slots[slot].length;
  if (length > elements_max || element >= length) return std::nullopt;
  return PartId{globals_[to_index(slot)] + element};
}

PartId Parts::local(ActorId actor, SlotId slot) const {
  return PartId{actors_[actor] + number_of(slot)};
}

PartId Parts::at(ActorId actor, LocationId location) const {
  const ProcessType& type = model_.process_types[who_[actor].type];
  return PartId{actors_[actor] + static_cast<std::uint32_t>(type.frame.slots.size()) +
                number_of(location)};
}

PartId Parts::arrivals(ChannelId channel) const {
  return PartId{channels_ + 2 * number_of(channel)};
}

PartId Parts::departures(ChannelId channel) const {
  return PartId{channels_ + 2 * number_of(channel) + 1};
}

}  // namespace clew
