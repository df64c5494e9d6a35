#pragma once

// HashStore remembers every state it was given and answers one question: is this one new?
//
//   HashStore<int> store;
//   store.insert(17);            // {StateId{0}, Outcome::New}
//   store.insert(17);            // {StateId{0}, Outcome::Known}
//   store.state(StateId{0});     // 17
//
// Ids are dense and given in order of discovery, so the ids of the states discovered last are a
// range, and breadth-first search needs no frontier of its own.
//
// Threads: one worker at a time.
// Invariants:
//   (1) a state, once stored, keeps its id and its address;
//   (2) at most half of the slots are taken, so every probe ends.

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clew/space/segmented_array.hpp"
#include "clew/space/space.hpp"
#include "clew/space/state_hash.hpp"

namespace clew {

enum class Outcome : std::uint8_t { New, Known, Full };

struct Insertion {
  StateId id;  // no_state when Full
  Outcome outcome;

  bool operator==(const Insertion&) const = default;
};

// What the searches need of a store. Ids are dense: the n-th new state gets StateId{n}.
// state(id) returns a fresh copy, or a reference that stays good while more states are inserted.
template <class T, class State>
concept StateStore = requires(T& store, const T& same, const State& state, StateId id) {
  { store.insert(state) } -> std::same_as<Insertion>;
  { same.state(id) } -> std::convertible_to<State>;
  { same.size() } -> std::convertible_to<std::uint64_t>;
};

// A store that can be warned: hash now, fetch the slot into the cache, insert a little later.
template <class T, class State>
concept PrefetchingStore = StateStore<T, State> && requires(T& store, const State& state) {
  { store.hash(state) } -> std::same_as<std::uint64_t>;
  store.prefetch(std::uint64_t{});
  { store.insert(state, std::uint64_t{}) } -> std::same_as<Insertion>;
};

// A store that remembers from where each state was discovered.
template <class T>
concept ParentStore = requires(T& store, const T& same, StateId id) {
  store.record_parent(id, id);
  { same.parent(id) } -> std::same_as<StateId>;
};

enum class Parents : std::uint8_t { Dropped, Kept };

template <class State, Parents parents = Parents::Dropped, class Hash = StateHash<State>>
class HashStore {
 public:
  HashStore() : HashStore(no_limit) {}

  // Answers Full instead of storing more than `states_max` states.
  explicit HashStore(std::uint64_t states_max) : slots_(slots_at_first), states_max_(states_max) {}

  // Stores `state`, unless it is already there.
  // ENSURES: equal states share one id; exactly one call per state says New. Full means that the
  // limit was reached; everything stored stays readable, and known states are still recognised.
  Insertion insert(const State& state) { return insert(state, hash(state)); }

  // REQUIRES: hash == this->hash(state)
  Insertion insert(const State& state, std::uint64_t hash) {
    const std::size_t position = locate(state, hash);
    const Slot slot = slots_[position];
    if (slot != empty_slot) return {StateId{index_of(slot)}, Outcome::Known};
    if (size() == states_max_) return {no_state, Outcome::Full};
    return {append(state, hash, position), Outcome::New};
  }

  std::uint64_t hash(const State& state) const { return Hash{}(state); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[first_position(hash)]); }

  // The id of a stored state, or no_state.
  StateId find(const State& state) const {
    const Slot slot = slots_[locate(state, hash(state))];
    return slot == empty_slot ? no_state : StateId{index_of(slot)};
  }

  // REQUIRES: number(id) < size()
  // ENSURES: the reference is good as long as the store lives.
  const State& state(StateId id) const { return states_[number(id)]; }

  std::uint64_t size() const { return states_.size(); }

  // REQUIRES: parents are recorded for each state, in the order of the ids; no_state for initial
  // states.
  void record_parent(StateId id, StateId parent) requires(parents == Parents::Kept) {
    assert(number(id) == parents_.size());
    (void)id;
    parents_.emplace_back(parent);
  }

  StateId parent(StateId id) const requires(parents == Parents::Kept) {
    return parents_[number(id)];
  }

 private:
  //  63       48 47              0
  // +-----------+-----------------+   The tag is 16 bits of the hash: of 65,536 strangers all
  // | tag (16)  | index + 1 (48)  |   but one (on average) are rejected without touching their
  // +-----------+-----------------+   state.  An empty slot is zero.
  using Slot = std::uint64_t;
  static constexpr Slot empty_slot = 0;
  static constexpr unsigned index_bits = 48;
  static constexpr std::size_t slots_at_first = 1024;
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

  static constexpr std::uint64_t tag_of(std::uint64_t slot_or_hash) {
    return slot_or_hash >> index_bits;
  }
  static constexpr std::uint64_t index_of(Slot slot) {
    return (slot & ((Slot{1} << index_bits) - 1)) - 1;
  }
  static constexpr Slot make_slot(std::uint64_t hash, std::uint64_t index) {
    return (tag_of(hash) << index_bits) | (index + 1);
  }
  std::size_t first_position(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash) & mask_;
  }
  std::size_t next_position(std::size_t position) const { return (position + 1) & mask_; }

  // The slot that holds `state`, or the empty one where it belongs. By (2) there is one.
  std::size_t locate(const State& state, std::uint64_t hash) const {
    std::size_t position = first_position(hash);
    for (;; position = next_position(position)) {
      const Slot slot = slots_[position];
      if (slot == empty_slot) return position;
      if (tag_of(slot) == tag_of(hash) && states_[index_of(slot)] == state) return position;
    }
  }

  StateId append(const State& state, std::uint64_t hash, std::size_t position) {
    const std::uint64_t index = states_.size();
    states_.emplace_back(state);
    slots_[position] = make_slot(hash, index);
    if (states_.size() * 2 > slots_.size()) grow();
    return StateId{index};
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    slots_.swap(larger);
    mask_ = slots_.size() - 1;
    for (std::uint64_t index = 0; index < states_.size(); ++index) {
      const std::uint64_t hash_of_state = hash(states_[index]);
      std::size_t position = first_position(hash_of_state);
      while (slots_[position] != empty_slot) position = next_position(position);
      slots_[position] = make_slot(hash_of_state, index);
    }
  }

  SegmentedArray<State> states_;
  SegmentedArray<StateId> parents_;
  std::vector<Slot> slots_;
  std::size_t mask_ = slots_at_first - 1;
  std::uint64_t states_max_;
};

}  // namespace clew
