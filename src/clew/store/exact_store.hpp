// ExactStore remembers the bytes of every state it was given and answers one question: is this one
// new?  It grows by itself and never needs room for an old and a new copy at once.
//
//   ExactStore store({.state_bytes = codec.state_bytes()});
//   const Insertion first = store.insert(packed);   // New, StateId{0}
//   store.bytes(first.id);
//
// The bytes lie one after the other in order of discovery, in segments that never move.  The index
// is cut into shards by the high bits of the hash; each shard is an open-addressing table that
// doubles on its own, so growth copies a small part of the index at a time and needs no look at the
// states: a slot keeps 32 bits of the hash.
//
//  63       32 31          0
// +-----------+-------------+   Of 2^32 strangers all but one (on average) are rejected without
// | hash bits | id + 1      |   touching their bytes.  At 2^32 - 2 states the store says Full; with
// +-----------+-------------+   states of eight bytes that is some 90 GiB.
//
// Threads: one worker at a time.
// Invariants:
//   (1) a state, once stored, keeps its id and its address;
//   (2) at most 3/4 of a shard's slots are taken, so every probe ends;
//   (3) memory_bytes() never passes memory_bytes_max: what would pass it is answered with Full.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clew/space/hash_store.hpp"
#include "clew/store/packed_state.hpp"

namespace clew {

class ExactStore {
 public:
  struct Options {
    // --- the question
    std::size_t state_bytes = 0;  // of every state; 0: states differ in length
    // --- the price
    std::uint64_t memory_bytes_max = 0;  // 0: no limit
  };

  explicit ExactStore(Options options);

  // Stores `state`, unless it is already there.
  // REQUIRES: state has options.state_bytes bytes, if that was given.
  // ENSURES:  equal states share one id; exactly one call per state says New.  Full means that the
  // memory limit was reached; everything stored stays readable, known states are still recognised.
  Insertion insert(const PackedState& state) { return insert(state, hash(state)); }
  // REQUIRES: hash == this->hash(state)
  Insertion insert(const PackedState& state, std::uint64_t hash);

  std::uint64_t hash(const PackedState& state) const { return hash_bytes(state.bytes()); }
  void prefetch(std::uint64_t hash) const;

  StateId find(const PackedState& state) const;  // no_state if it is not there

  // REQUIRES: number(id) < size()
  std::span<const std::byte> bytes(StateId id) const;
  PackedState state(StateId id) const { return PackedState(bytes(id)); }
  std::uint64_t size() const { return size_; }

  // REQUIRES: parents are recorded for each state in the order of the ids; no_state for initial
  // ones.
  void record_parent(StateId id, StateId parent);
  StateId parent(StateId id) const;

  // All that was taken from the system, and of it what a state costs: its bytes, its parent and its
  // share of the index.
  std::uint64_t memory_bytes() const { return memory_bytes_; }
  double bytes_per_state() const;
  // The bytes of the states alone, on average.
  double packed_bytes_per_state() const {
    return size_ == 0 ? 0 : static_cast<double>(state_bytes_) / static_cast<double>(size_);
  }

 private:
  using Slot = std::uint64_t;
  struct Shard {
    std::vector<Slot> slots;
    std::uint32_t taken = 0;
  };
  struct Segment {
    std::unique_ptr<std::byte[]> bytes;
    std::uint64_t used = 0;
    std::uint64_t room = 0;
  };

  Shard& shard_of(std::uint64_t hash) { return shards_[hash >> shard_shift]; }
  const Shard& shard_of(std::uint64_t hash) const { return shards_[hash >> shard_shift]; }
  std::size_t locate(const Shard& shard, std::uint64_t hash,
                     std::span<const std::byte> bytes) const;
  bool may_take(std::uint64_t more) const;
  bool grow(Shard& shard);
  bool make_room(std::size_t byte_count);
  bool make_room_for_side_tables();
  void append(std::span<const std::byte> bytes);

  static constexpr unsigned shard_bits = 6;
  static constexpr unsigned shard_shift = 64 - shard_bits;

  Options options_;
  std::vector<Shard> shards_;
  std::vector<Segment> segments_;
  std::uint64_t segment_states_ = 0;  // in one segment, of states of one length
  std::vector<std::unique_ptr<std::uint32_t[]>> parents_;
  std::vector<std::unique_ptr<const std::byte*[]>> begins_;  // states of different lengths
  std::uint64_t size_ = 0;
  std::uint64_t memory_bytes_ = 0;
  std::uint64_t index_bytes_ = 0;
  std::uint64_t state_bytes_ = 0;
};

}  // namespace clew
