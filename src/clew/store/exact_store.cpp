#include "clew/store/exact_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "clew/base/contract.hpp"

namespace clew {

namespace {

constexpr std::size_t shard_slots_at_first = 8;
constexpr std::uint64_t states_max = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::uint64_t side_table_length = 1U << 12;  // entries of one piece of a side table
constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();

// Pieces of about this size keep a tiny model cheap, and of a hundred million states there are still
// only some ten thousand.
constexpr std::uint64_t segment_states_max = 1U << 12;
constexpr std::uint64_t segment_bytes_wanted = 1U << 18;
constexpr std::uint64_t segment_bytes_at_first = 1U << 12;  // states of different lengths
constexpr std::uint64_t segment_bytes_max = 1U << 22;

constexpr bool is_empty(std::uint64_t slot) { return slot == 0; }
constexpr std::uint64_t make_slot(std::uint64_t hash, std::uint64_t index) {
  return (hash << 32) | (index + 1);
}
constexpr std::uint64_t index_of(std::uint64_t slot) { return (slot & 0xffffffffU) - 1; }
constexpr std::uint32_t hash_bits_of_slot(std::uint64_t slot) {
  return static_cast<std::uint32_t>(slot >> 32);
}
constexpr std::uint32_t hash_bits(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

// States of different lengths carry their length in front.
constexpr std::size_t length_bytes = sizeof(std::uint32_t);

}  // namespace

ExactStore::ExactStore(Options options) : options_(options), shards_(std::size_t{1} << shard_bits) {
  for (Shard& shard : shards_) {
    shard.slots.assign(shard_slots_at_first, 0);
    index_bytes_ += shard_slots_at_first * sizeof(Slot);
  }
  memory_bytes_ = index_bytes_;
  if (options_.state_bytes > 0) {
    segment_states_ = std::clamp<std::uint64_t>(segment_bytes_wanted / options_.state_bytes, 1,
                                                segment_states_max);
  }
}

bool ExactStore::may_take(std::uint64_t more) const {
  return options_.memory_bytes_max == 0 || memory_bytes_ + more <= options_.memory_bytes_max;
}

void ExactStore::prefetch(std::uint64_t hash) const {
  const Shard& shard = shard_of(hash);
  __builtin_prefetch(&shard.slots[hash_bits(hash) & (shard.slots.size() - 1)]);
}

std::span<const std::byte> ExactStore::bytes(StateId id) const {
  const std::uint64_t index = number(id);
  if (options_.state_bytes > 0) {
    const Segment& segment = segments_[index / segment_states_];
    return {segment.bytes.get() + (index % segment_states_) * options_.state_bytes,
            options_.state_bytes};
  }
  const std::byte* begin = begins_[index / side_table_length][index % side_table_length];
  std::uint32_t length = 0;
  std::memcpy(&length, begin, length_bytes);
  return {begin + length_bytes, length};
}

// The slot that holds these bytes, or the empty one where they belong.  By (2) there is one.
std::size_t ExactStore::locate(const Shard& shard, std::uint64_t hash,
                               std::span<const std::byte> wanted) const {
  const std::size_t mask = shard.slots.size() - 1;
  std::size_t position = hash_bits(hash) & mask;
  for (;; position = (position + 1) & mask) {
    const Slot slot = shard.slots[position];
    if (is_empty(slot)) return position;
    if (hash_bits_of_slot(slot) != hash_bits(hash)) continue;
    const std::span<const std::byte> stored = bytes(StateId{index_of(slot)});
    if (std::equal(stored.begin(), stored.end(), wanted.begin(), wanted.end())) return position;
  }
}

StateId ExactStore::find(const PackedState& state) const {
  const std::uint64_t hash_of_state = hash(state);
  const Shard& shard = shard_of(hash_of_state);
  const Slot slot = shard.slots[locate(shard, hash_of_state, state.bytes())];
  return is_empty(slot) ? no_state : StateId{index_of(slot)};
}

Insertion ExactStore::insert(const PackedState& state, std::uint64_t hash) {
  if (options_.state_bytes != 0 && state.bytes().size() != options_.state_bytes) {
    throw ContractError(fmt::format("ExactStore::insert: state has {} bytes, store holds {}",
                                    state.bytes().size(), options_.state_bytes));
  }
  Shard& shard = shard_of(hash);
  std::size_t position = locate(shard, hash, state.bytes());
  if (!is_empty(shard.slots[position])) {
    return {StateId{index_of(shard.slots[position])}, Outcome::Known};
  }
  const Insertion full{no_state, Outcome::Full};
  if (size_ >= states_max) return full;
  if ((shard.taken + 1) * 4 > shard.slots.size() * 3) {
    if (!grow(shard)) return full;
    position = locate(shard, hash, state.bytes());
  }
  if (!make_room(state.bytes().size()) || !make_room_for_side_tables()) return full;
  append(state.bytes());
  shard.slots[position] = make_slot(hash, size_);
  ++shard.taken;
  return {StateId{size_++}, Outcome::New};
}

bool ExactStore::grow(Shard& shard) {
  const std::size_t larger_size = shard.slots.size() * 2;
  if (!may_take(larger_size * sizeof(Slot))) return false;  // old and new stand side by side
  std::vector<Slot> larger(larger_size, 0);
  for (const Slot slot : shard.slots) {
    if (is_empty(slot)) continue;
    std::size_t position = hash_bits_of_slot(slot) & (larger_size - 1);
    while (!is_empty(larger[position])) position = (position + 1) & (larger_size - 1);
    larger[position] = slot;
  }
  index_bytes_ += (larger_size - shard.slots.size()) * sizeof(Slot);
  memory_bytes_ += (larger_size - shard.slots.size()) * sizeof(Slot);
  shard.slots.swap(larger);
  return true;
}

bool ExactStore::make_room(std::size_t byte_count) {
  const bool fixed = options_.state_bytes > 0;
  const std::uint64_t needed = byte_count + (fixed ? 0 : length_bytes);
  if (!segments_.empty() && segments_.back().used + needed <= segments_.back().room) return true;
  std::uint64_t room = segment_states_ * options_.state_bytes;
  if (!fixed) {
    const std::uint64_t doubled =
        segments_.empty() ? segment_bytes_at_first : segments_.back().room * 2;
    room = std::max(std::min(doubled, segment_bytes_max), needed);
  }
  if (!may_take(room)) return false;
  segments_.push_back({std::make_unique_for_overwrite<std::byte[]>(room), 0, room});
  memory_bytes_ += room;
  return true;
}

bool ExactStore::make_room_for_side_tables() {
  if (size_ % side_table_length != 0) return true;
  const bool fixed = options_.state_bytes > 0;
  const std::uint64_t room =
      side_table_length * (sizeof(std::uint32_t) + (fixed ? 0 : sizeof(const std::byte*)));
  if (!may_take(room)) return false;
  parents_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(side_table_length));
  if (!fixed)
    begins_.push_back(std::make_unique_for_overwrite<const std::byte*[]>(side_table_length));
  memory_bytes_ += room;
  return true;
}

void ExactStore::append(std::span<const std::byte> bytes) {
  Segment& segment = segments_.back();
  std::byte* place = segment.bytes.get() + segment.used;
  if (options_.state_bytes == 0) {
    begins_[size_ / side_table_length][size_ % side_table_length] = place;
    const auto length = static_cast<std::uint32_t>(bytes.size());
    std::memcpy(place, &length, length_bytes);
    place += length_bytes;
    segment.used += length_bytes;
  }
  std::copy(bytes.begin(), bytes.end(), place);
  segment.used += bytes.size();
  state_bytes_ += bytes.size();
}

double ExactStore::bytes_per_state() const {
  if (size_ == 0) return 0;
  const bool fixed = options_.state_bytes > 0;
  const std::uint64_t beside =
      sizeof(std::uint32_t) + (fixed ? 0 : length_bytes + sizeof(const std::byte*));
  return static_cast<double>(state_bytes_ + index_bytes_ + size_ * beside) /
         static_cast<double>(size_);
}

void ExactStore::record_parent(StateId id, StateId parent) {
  const std::uint64_t index = number(id);
  parents_[index / side_table_length][index % side_table_length] =
      parent == no_state ? no_parent : static_cast<std::uint32_t>(number(parent));
}

StateId ExactStore::parent(StateId id) const {
  const std::uint64_t index = number(id);
  const std::uint32_t stored = parents_[index / side_table_length][index % side_table_length];
  return stored == no_parent ? no_state : StateId{stored};
}

}  // namespace clew
